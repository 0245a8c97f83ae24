// Sharing a result or a challenge.

import { copied, say, toast } from "./page.js";

// By the system's own sheet with a picture where there is one; otherwise the words go to the clipboard.
document.addEventListener("click", async ({ target }) => {
  const dataset = target.closest?.("[data-share]")?.dataset;
  if (!dataset) return;
  const [text, url] = [dataset.share, dataset.link];
  if (navigator.share) {
    const files = dataset.picture ? await picture(dataset.picture) : [];
    const shared = navigator.canShare?.({ files }) && files.length ? { text: `${text}\n${url}`, files } : { text, url };
    try {
      await navigator.share(shared);
      return;
    } catch (problem) {
      if (problem.name === "AbortError") return;
    }
  }
  await copied(`${text}\n${url}`);
  toast(say("share_copied"), "status");
});

async function picture(address) {
  const answer = await fetch(address).catch(() => null);
  return answer?.ok ? [new File([await answer.blob()], "partake.png", { type: "image/png" })] : [];
}
