/** Keeping a study: its name, its link, and what became of it when somebody else has saved meanwhile. */

import { forgetStudy, saveStudy, studyFile } from "../lib/learning.js";
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
  let shown = "";
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
    const held = document.activeElement;
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
      if (held === save && document.activeElement === document.body) save.focus(); // what is disabled has no focus
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
    const key = JSON.stringify([kept, page.files]);
    if (key === shown) return;
    shown = key;
    fill(
      rest,
      kept && h("div", { class: "share-row" }, link, button("Copy", single(() => copy(address)), { class: "quiet copy" })),
      h(
        "div",
        { class: "study-tools" },
        (page.files ?? []).map(({ name: form, title, suffix }) =>
          button(`Download ${suffix}`, single(() => download(form, suffix)), { class: "quiet download", title, "data-keep": `file-${form}` }),
        ),
        kept?.yours && button("Delete the study", forget, { class: "quiet forget" }),
      ),
    );
  }

  async function download(form, suffix) {
    try {
      const file = await studyFile(form, page.tree.study());
      const anchor = h("a", { href: URL.createObjectURL(file), download: `${fileName(page.tree.name)}${suffix}` });
      anchor.click();
      setTimeout(() => URL.revokeObjectURL(anchor.href), 60_000);
    } catch (error) {
      if (!page.stopped) told.textContent = error.message;
    }
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
  return { element, update, tell: (text) => (told.textContent = text) };
}

/** A name that every system takes for a file. @param {string} name */
const fileName = (name) => name.replaceAll(/[^\p{L}\p{N} ._–-]/gu, "").trim().slice(0, 60) || "study";
