/** A worker with one game's engine: a position comes in, and what is found goes out step by step. It knows no game. */

import { tell } from "./answer.js";
import { Engine, FOREVER, STUDY, THINK, UnableError } from "./module.js";
import { read } from "./spelling.js";

/** The engine that is loaded, of which game and sources. @type {{of: string, engine: Engine, key: string} | null} */
let loaded = null;
let stopped = 0;
const LARGEST = 2n ** 63n;

async function fetched(name, kind) {
  const answer = await fetch(new URL(name, import.meta.url)).catch(() => null);
  if (!answer?.ok) throw new UnableError("The engine could not be loaded from the server.");
  return kind === "json" ? answer.json() : kind === "bytes" ? answer.arrayBuffer() : answer;
}

async function unpacked(name) {
  const file = await fetched(name);
  return new Uint8Array(await new Response(file.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

/** Are these the bytes with this hash? While a new version comes, each file may be of another one. Without a safe connection nobody can tell. */
async function is(bytes, hash) {
  if (!crypto.subtle) return true;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("") === hash;
}

/** The engine for a position, loaded when it is first wanted. */
async function load({ game, sources }) {
  const of = `${game} ${sources}`;
  if (loaded?.of === of) return loaded;
  loaded = null; // its memory is needed
  const manifest = await fetched(`${game}.json`, "json");
  if (manifest.sources !== sources) throw new UnableError("The engine for this page is older or newer than the server's.");
  const [bytes, learned] = await Promise.all([
    fetched(`${game}.wasm`, "bytes"),
    manifest.planes.length ? unpacked(`${game}.gz`) : null,
  ]);
  const together = await Promise.all([is(bytes, manifest.module), learned === null || is(learned, manifest.knowledge)]);
  if (together.includes(false)) throw new UnableError("The engine's files do not belong together.");
  loaded = { of, engine: new Engine(manifest, await WebAssembly.compile(bytes), learned), key: "" };
  return loaded;
}

const bytesOf = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
const breath = () => new Promise((resolve) => setTimeout(resolve));

/** What the module is asked for, by the names of its fields. */
function request(packed, { goal, seconds, nodes, lines, also, loss, seed }, keeps) {
  const named = also.map((text) => {
    const code = read(packed.spelling, text);
    if (code === null) throw new UnableError(`The engine cannot read the move ${text}.`);
    return code;
  }).filter((code) => code < LARGEST); // a larger set cannot be told
  const now = BigInt(Math.floor(performance.now() * 1e6));
  return {
    goal: goal === "think" ? THINK : STUDY,
    whole: goal === "think" ? 1 : 0,
    deadline: seconds === null ? FOREVER : now + BigInt(Math.floor(seconds * 1e9)),
    node_limit: nodes === null ? FOREVER : BigInt(nodes),
    keeps: keeps ? 1 : 0,
    seat: packed.seat,
    lines,
    named_count: named.length,
    named,
    loss,
    seed,
  };
}

async function think(id, packed, asked) {
  const here = await load(packed);
  if (stopped === id || asked.goal === "load") return null;
  const { engine } = here;
  const begun = performance.now();
  engine.begin(bytesOf(packed.state), request(packed, asked, asked.nodes === null && here.key === packed.key));
  here.key = ""; // until the end: a search that broke off leaves nothing to go on from
  let [told, more, found] = [0, true, null];
  while (more && stopped !== id) {
    more = engine.step();
    const steps = engine.answer.get("steps");
    if (steps > told) {
      told = steps;
      found = tell(engine, packed, { ...asked, seconds: (performance.now() - begun) / 1000 });
      postMessage({ id, step: found });
      if (more) await breath(); // to hear of a stop
    }
  }
  here.key = packed.key;
  return found;
}

addEventListener("message", async ({ data: { id, stop, packed, asked } }) => {
  if (stop) {
    stopped = id;
    return;
  }
  try {
    postMessage({ id, done: await think(id, packed, asked) });
  } catch (error) {
    loaded = null; // whatever it was, nothing is taken on trust any more
    const text = error instanceof UnableError ? error.message : `The engine failed in this browser (${error}).`;
    postMessage({ id, failed: text });
  }
});
