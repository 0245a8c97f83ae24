// What comes first in a search: the rules of the games, the other documents, the project's, the reference. A name of
// the library that was typed in full still comes before all of them.
Scorer.objPrio[0] = Scorer.objPrio[1];
Scorer.score = ([page, , , , score]) => {
  if (/^(classic|daffodil|nexus|orchid|five)$/.test(page)) return score + 2;
  return score - (page.startsWith("python/") ? 10 : page.startsWith("project/") ? 3 : 0);
};
