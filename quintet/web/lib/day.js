/** A day as people write it where they are. @param {number} moment in milliseconds */
export const day = (moment) => new Date(moment).toLocaleDateString(undefined, { dateStyle: "medium" });
