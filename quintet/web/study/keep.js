/** Keeping a study: its name, its link, and what became of it when somebody else has saved meanwhile. */

import { forgetStudy, saveStudy } from "../lib/learning.js";
import { button, fill, h, single, sure } from "../lib/dom.js";

/** @param {any} page with a `tree`, `kept` (what the server has of it, or null) and `saved(kept)` */
export function keepPanel(page) {
  const name = h("input", {
    name: "study-name",
    maxlength: 80,
    placeholder: "name of the study",
    "aria-label": "Name of the study",
    value: page.tree.name,
    oninput: () => {
      page.tree.name = name.value;
      page.named();
    },
  });
  const told = h("p", { class: "kept-line", role: "status" });
  const rest = h("div", { class: "kept-rest" });
  const save = h("button", { class: "primary save" }, "Save");
  const element = h(
    "section",
    { class: "panel study-keep", "aria-label": "The study" },
    h(
      "form",
      {
        class: "share-row",
        onsubmit: (event) => {
          event.preventDefault();
          keep();
        },
      },
      name,
      save,
    ),
    told,
    rest,
  );

  async function keep() {
    save.disabled = true;
    try {
      const { id, version } = page.kept ?? {};
      const kept = await saveStudy({ study: page.tree.study(), ...(id ? { id, version } : {}) });
      if (page.stopped) return;
      page.saved(kept);
      told.textContent = kept.text;
      update();
    } catch (error) {
      if (!page.stopped) told.textContent = error.message;
    } finally {
      save.disabled = false;
    }
  }

  async function forget() {
    if (!(await sure("Delete this study for everybody? The board stays here.", "Delete"))) return;
    try {
      await forgetStudy(page.kept.id);
      if (page.stopped) return;
      page.saved(null);
      told.textContent = "The study is deleted; what is on the board is kept in this window only.";
      update();
    } catch (error) {
      if (!page.stopped) told.textContent = error.message;
    }
  }

  function update() {
    const { kept } = page;
    const address = kept && `${location.origin}/study/${kept.id}`;
    const link = h("input", { readonly: true, value: address ?? "", "aria-label": "Link to the study", onfocus: () => link.select() });
    fill(
      rest,
      kept && h("div", { class: "share-row" }, link, button("Copy", single(() => copy(address)), { class: "quiet copy" })),
      kept?.yours && button("Delete the study", forget, { class: "quiet forget" }),
    );
  }

  async function copy(address) {
    try {
      await navigator.clipboard.writeText(address);
      page.app.toast("Copied.", "calm");
    } catch {
      page.app.toast("This browser does not let pages copy; the link stands in the field.");
    }
  }

  update();
  return { element, tell: (text) => (told.textContent = text) };
}
