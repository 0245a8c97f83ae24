// Friends at one device: when the player at it has done their part and another of them must act, the device is passed on.
// Each player has a page of their own, which holds no more than that player may see; between two pages with secrets
// hangs a curtain.

import { announce } from "./page.js";

const HANDED = "partake.handed";
const device = document.querySelector("[data-device]");
const root = document.querySelector("[data-table]");
const seats = [...device.querySelectorAll(".pass")].map((part) => Number(part.dataset.seat));

// Whoever comes next after the player at the device, of those who must act.
function next({ seat, to_act: acting, outcome }) {
  if (outcome || acting.includes(seat)) return null;
  const order = [...seats.filter((other) => other > seat), ...seats.filter((other) => other < seat)];
  return order.find((other) => acting.includes(other)) ?? null;
}

function show(kind, seat) {
  for (const part of device.querySelectorAll(kind)) part.hidden = Number(part.dataset.seat) !== seat;
}

// Whoever was given the device is led to the place that says so; the call follows it.
if (sessionStorage.getItem(HANDED)) device.querySelector(".plays").focus();
sessionStorage.removeItem(HANDED);

let told = null;
root.addEventListener("shown", ({ detail: view }) => {
  const seat = next(view);
  show(".pass", seat);
  if (seat && seat !== told) announce(device.querySelector(".pass:not([hidden])").textContent.trim());
  told = seat;
});

// Behind the curtain nothing can be reached or read.
function draw(seat) {
  show(".curtain", seat);
  for (const part of device.parentElement.children) part.inert = part !== device;
  show(".pass", null);
  device.querySelector(".curtain:not([hidden]) a").focus();
}

device.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!link) return;
  event.preventDefault();
  const part = link.parentElement;
  if (part.matches(".pass") && "curtain" in device.dataset) draw(Number(part.dataset.seat));
  else {
    sessionStorage.setItem(HANDED, "yes");
    location.replace(link.href); // the page before is not one step back
  }
});
