"""The look and the little script of a review's page; the page needs nothing else."""

from __future__ import annotations

STYLE = """
*{box-sizing:border-box}
body{margin:0;background:var(--pk-paper);color:var(--pk-ink);font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,
'Helvetica Neue',Arial,sans-serif;-webkit-text-size-adjust:100%}
main{max-width:1180px;margin:0 auto;padding:1.2rem 1rem 4rem}
h1{font-size:1.9rem;line-height:1.15;margin:.2rem 0 .3rem}
h2{font-size:1.3rem;margin:2.2rem 0 .6rem}
p{margin:.4rem 0}
a{color:inherit}
.muted{color:var(--pk-muted)}
svg{display:block;width:100%;height:auto}
svg.sprite{position:absolute;width:0;height:0}
.cards{display:grid;gap:.8rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,300px),1fr));margin:1rem 0}
.card{border:1px solid var(--pk-edge);border-radius:16px;padding:.9rem 1rem;background:var(--card)}
.card h3{margin:0 0 .4rem;display:flex;gap:.6rem;align-items:center;font-size:1.05rem}
.card h3 b{margin-left:auto;font-size:1.7rem;line-height:1}
.swatch{width:1rem;height:1rem;border-radius:5px;flex:none}
.sum{display:grid;grid-template-columns:1fr auto;gap:.1rem .8rem;margin:0;font-variant-numeric:tabular-nums}
.sum dt{color:var(--pk-muted)}.sum dd{margin:0;text-align:right;font-weight:600}
.sum .all{border-top:1px solid var(--pk-edge);padding-top:.15rem;margin-top:.15rem;color:inherit}
.chart{max-width:860px;margin:0 auto}
.legend{display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;justify-content:center;font-size:.92rem;margin:.2rem 0}
.legend span{display:inline-flex;gap:.45rem;align-items:center}
.legend i{width:1.5rem;height:0;border-top:4px solid;border-radius:2px}
.legend i.quiet{border-top-style:dashed}.legend i.top{border-top-style:dotted}
.play{display:grid;gap:1rem;grid-template-columns:minmax(0,1fr)}
.step{scroll-margin-top:.6rem;border:1px solid var(--pk-edge);border-radius:18px;background:var(--card);padding:.8rem;
margin:0 0 1rem}
.step header{display:flex;gap:.7rem;align-items:center;min-height:66px}
.step header svg{width:66px;flex:none}
.step header p{margin:0;line-height:1.3}
.step header strong{font-size:1.1rem}
.why{min-height:6em;margin:.5rem .2rem}
.boardpic{max-width:min(640px,64vh);margin:0 auto}
.grade{display:inline-block;border-radius:999px;padding:.05rem .6rem;font-size:.85rem;font-weight:700;
white-space:nowrap}
.best{background:#14866d;color:#fff}.good{background:#63b36a;color:#14161b}.inaccuracy{background:#d9cf58;color:#14161b}
.mistake{background:#ee9a3a;color:#14161b}.blunder{background:#b3362f;color:#fff}
.keys{display:none;gap:.5rem;margin:0 0 .7rem}
.keys button{font:inherit;font-weight:700;min-height:46px;flex:1;padding:.3rem .5rem;border-radius:14px;
border:1px solid var(--pk-edge);background:var(--card);color:inherit;cursor:pointer}
.keys button:hover:enabled{border-color:var(--pk-turn)}
.keys button:focus-visible,td a:focus-visible{outline:3px solid var(--pk-turn);outline-offset:2px}
.keys button:disabled{opacity:.4;cursor:default}
.js .keys{display:flex}
.js .step:not(.on){display:none}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;font-size:.95rem}
th{text-align:left;font-weight:600;color:var(--pk-muted)}
th,td{padding:.28rem .45rem;border-bottom:1px solid var(--pk-edge);white-space:nowrap}
th.n,td.n{text-align:right}
td a{text-decoration:none;display:block}
tr.on td{background:color-mix(in srgb,var(--pk-turn) 20%,transparent)}
.scale{display:flex;height:.9rem;border-radius:6px;max-width:260px;flex:1 1 120px}
.key{display:flex;flex-wrap:wrap;gap:.3rem .7rem;align-items:center;font-size:.88rem;color:var(--pk-muted);
margin:.4rem .2rem}
.twin{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,320px),1fr))}
.twin figure{margin:0}.twin figcaption{font-weight:700;margin:0 0 .3rem;text-align:center}
:root{--card:#fffdf8}
@media (prefers-color-scheme:dark){:root{--card:#191d26;color-scheme:dark}}
@media (min-width:960px){.play{grid-template-columns:minmax(0,1.15fr) minmax(0,1fr)}
.list{max-height:860px;overflow:auto;position:sticky;top:.6rem}}
@media (max-width:520px){.why{min-height:9em}th,td{padding:.28rem .3rem}.wide{display:none}table{font-size:.88rem}}
.why.short{min-height:3.2em}
@media print{.step{break-inside:avoid}.keys{display:none!important}}
"""

SCRIPT = """
document.documentElement.classList.add('js');
for (const part of document.querySelectorAll('.play')) {
  const steps = [...part.querySelectorAll('.step')], rows = [...part.querySelectorAll('tr[data-step]')];
  const [first, back, next, last] = part.querySelectorAll('.keys button');
  const chart = document.querySelector('.chart[data-game="' + part.dataset.game + '"] .cursor');
  let at = 0;
  part.show = (index, isAsked) => {
    at = Math.max(0, Math.min(steps.length - 1, index));
    steps.forEach((step, i) => step.classList.toggle('on', i === at));
    rows.forEach((row, i) => row.classList.toggle('on', i === at));
    first.disabled = back.disabled = at === 0;
    last.disabled = next.disabled = at === steps.length - 1;
    if (chart && isAsked) {
      chart.setAttribute('visibility', 'visible');
      chart.setAttribute('transform', 'translate(' + steps[at].dataset.x + ' 0)');
    }
    const list = part.querySelector('.list');
    if (isAsked && rows[at] && list.scrollHeight > list.clientHeight)
      list.scrollTop = rows[at].offsetTop - list.clientHeight / 2;
  };
  part.move = by => part.show(at + by, true);
  first.onclick = () => part.show(0, true);
  back.onclick = () => part.move(-1);
  next.onclick = () => part.move(1);
  last.onclick = () => part.show(steps.length - 1, true);
  rows.forEach((row, i) => row.addEventListener('click', event => {
    event.preventDefault();
    part.show(i, true);
  }));
  part.addEventListener('pointerenter', () => current = part);
  part.show(0, false);
}
let current = document.querySelector('.play');
document.addEventListener('keydown', event => {
  if (event.altKey || event.ctrlKey || event.metaKey || !current) return;
  if (event.key === 'ArrowLeft') current.move(-1);
  else if (event.key === 'ArrowRight') current.move(1);
  else return;
  event.preventDefault();
});
const named = location.hash && document.getElementById(location.hash.slice(1));
if (named && named.closest('.play')) {
  const part = named.closest('.play');
  part.show([...part.querySelectorAll('.step')].indexOf(named), true);
}
"""
