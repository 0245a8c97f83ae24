// The list of contents begins where the reader is, and long names of modules break at their dots.
"use strict";
addEventListener("DOMContentLoaded", () => {
  const contents = document.getElementById("contents");
  const here = [...contents.querySelectorAll("a.current")].pop();
  if (here) contents.scrollTop = here.offsetTop - contents.clientHeight / 3;
  const title = document.querySelector("h1")?.firstChild;
  if (title?.data?.startsWith("partake.")) {
    title.replaceWith(...title.data.split(/(?<=\.)/).flatMap((part) => [part, document.createElement("wbr")]));
  }
});
