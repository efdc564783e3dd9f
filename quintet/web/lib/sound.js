/** Small sounds of wood and stone, made on the spot: no files. */

import { settings } from "./settings.js";

/** @type {AudioContext | null} */
let context = null;

function ready() {
  if (!settings().sound || !("AudioContext" in window) || !navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  return context;
}

/** A knock: a burst of noise through a narrow filter. */
function knock(audio, at, pitch, length, loud, sharp = 9) {
  const samples = Math.ceil(audio.sampleRate * length);
  const noise = audio.createBuffer(1, samples, audio.sampleRate);
  const data = noise.getChannelData(0);
  for (let i = 0; i < samples; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / samples) ** 5;
  const source = new AudioBufferSourceNode(audio, { buffer: noise });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: sharp });
  const volume = new GainNode(audio, { gain: loud * settings().volume });
  source.connect(filter).connect(volume).connect(audio.destination);
  source.start(at);
}

/** A soft tone that fades. */
function tone(audio, at, pitch, length, loud) {
  const source = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loud * settings().volume, at + 0.015);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(volume).connect(audio.destination);
  source.start(at);
  source.stop(at + length);
}

const SOUNDS = {
  place: (audio, at) => {
    knock(audio, at, 900, 0.09, 2.6);
    knock(audio, at, 2400, 0.03, 1.1);
  },
  turn: (audio, at) => [0, 0.07, 0.14].forEach((later) => knock(audio, at + later, 1500, 0.05, 1)),
  fall: (audio, at) => {
    knock(audio, at + 0.12, 420, 0.1, 2.4);
  },
  remove: (audio, at) => {
    knock(audio, at, 3200, 0.05, 0.8);
    knock(audio, at + 0.06, 2600, 0.05, 0.7);
  },
  burn: (audio, at) => knock(audio, at, 700, 0.6, 0.9, 0.6),
  start: (audio, at) => {
    tone(audio, at, 392, 0.35, 0.12);
    tone(audio, at + 0.12, 523, 0.5, 0.12);
  },
  end: (audio, at) => [523, 392, 330].forEach((pitch, place) => tone(audio, at + place * 0.14, pitch, 0.6, 0.12)),
  notice: (audio, at) => {
    tone(audio, at, 660, 0.25, 0.1);
    tone(audio, at + 0.1, 880, 0.3, 0.08);
  },
  count: (audio, at) => tone(audio, at, 440, 0.12, 0.08),
};

/** Make a sound, if the player wants any and the browser allows it yet. @param {string} kind */
export function sound(kind) {
  const audio = ready();
  if (audio && SOUNDS[kind]) SOUNDS[kind](audio, audio.currentTime + 0.01);
}
