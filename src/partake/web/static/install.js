// Registers the service worker, by which the scorekeeper and the caller work without a network, and tells of a new
// version when it is ready: nothing changes under the hands of whoever is on the page before they ask for it.

import { say } from "./page.js";

const mark = document.querySelector("meta[name=kept]").content;
const release = mark.split(".")[0];
const { serviceWorker } = navigator; // only where the page comes safely: by HTTPS, or from this device
const line = document.createElement("p");
line.className = "install";
line.setAttribute("role", "status");
document.querySelector("main").after(line);

async function install() {
  const registration = await serviceWorker.register("/sw.js", { updateViaCache: "none" });
  const isFirst = !registration.active;
  if (registration.waiting) offer(registration.waiting);
  registration.addEventListener("updatefound", () => follow(registration.installing));
  if (registration.installing) follow(registration.installing, isFirst);
  registration.active?.postMessage({ mark });
  document.addEventListener("visibilitychange", () => document.hidden || registration.update().catch(() => null));
}

function follow(worker, isFirst = false) {
  worker.addEventListener("statechange", () => {
    if (worker.state === "installed" && !isFirst) offer(worker);
    else if (worker.state === "activated" && isFirst) line.textContent = say("install_ready");
  });
}

// A worker that waits knows whether it has another release than this page.
function offer(worker) {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    const button = Object.assign(document.createElement("button"), { textContent: say("install_reload") });
    button.addEventListener("click", () => {
      if (worker.state !== "installed") location.reload(); // another page has asked for it
      serviceWorker.addEventListener("controllerchange", () => location.reload());
      worker.postMessage("activate");
    });
    line.replaceChildren(`${say("install_new")} `, button);
  };
  worker.postMessage({ release }, [port2]);
}

// Other pages, which load this too, do not make a visitor fetch what may never be used.
async function isWanted() {
  const isKept = ["/score", "/call"].includes(location.pathname);
  return isKept || matchMedia("(display-mode: standalone)").matches || Boolean(await serviceWorker.getRegistration());
}

// Without a worker the page works as long as there is a network.
async function start() {
  window.addEventListener("appinstalled", () => install().catch(() => null));
  if (await isWanted()) await install();
}
if (serviceWorker) start().catch(() => null);
