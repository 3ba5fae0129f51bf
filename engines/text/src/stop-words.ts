/** Languages whose frequent words and endings are known. Text of any other language is searched by its words as they stand. */
export const knownLanguages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'ru'] as const;
export type KnownLanguage = (typeof knownLanguages)[number];

const lists: Record<KnownLanguage, string> = {
  en: `a about above after again against all also am an and any are as at be because been before being below between both but by can
    could did do does doing down during each few for from further had has have having he her here hers herself him himself his how i
    if in into is it its itself just let me might more most must my myself no nor not now of off on once only or other ought our ours out
    over own same shall she should so some such than that the their theirs them then there these they this those through to too under
    until up upon us very was we were what when where whether which while who whom whose why will with would you your yours s t d ll re ve m`,
  de: `aber alle als also am an auch auf aus bei beim bin bis bist da damit dann das dass dem den denn der des die dies diese diesem
    diesen dieser dieses doch dort du durch ein eine einem einen einer eines er es etwas euch für gegen hab habe haben hat hatte hatten
    hier ich ihm ihn ihr ihre ihrem ihren ihrer im in ins ist ja jede jedem jeden jeder jedes kann kein keine können man mehr mein mit
    muss nach nicht nichts noch nun nur ob oder ohne sehr sein seine seinem seinen seiner seit sich sie sind so soll über um und uns
    unter vom von vor war waren warum was wegen weil welche welchem welchen welcher welches wenn wer werden wie wieder will wir wird wo
    wurde wurden zu zum zur zwischen`,
  fr: `à afin ai alors après as au aucun aussi autre aux avant avec avez avons avoir c car ce cela ces cet cette ceux chez ci comme
    comment d dans de depuis des dont donc du elle elles en encore entre est et été être eu eux fait font il ils j je l la le les leur
    leurs lors lui m ma mais me même mes moi mon n ne nos notre nous on ont ou où par pas pendant peu peut plus pour pourquoi qu quand
    que quel quelle quelles quels qui quoi s sa sans se sera ses si son sont sous sur t ta te tes toi ton tous tout toute très tu un
    une vos votre vous y`,
  es: `a al algo ante antes así aunque bajo cada como cómo con contra cual cuál cuales cuáles cuando cuándo cuánto de del desde donde
    dónde dos durante e el él ella ellas ellos en entre era eran es esa esas ese eso esos esta está están estas este esto estos fue
    fueron ha han hasta hay la las le les lo los más me mi mis mucho muy nada ni no nos nosotros o os otra otro para pero poco por
    porque qué que quién quien quienes se sea ser si sí sido sin sobre son su sus también tan tanto te tiene todo todos tu tus un una
    unas uno unos y ya yo`,
  it: `a abbia ad agli ai al alla alle allo anche ancora avere che chi ci come con cosa cui da dagli dai dal dalla dalle dallo degli dei
    del dell della delle dello di dove e è ed era erano essere fa fra gli ha hanno i il in io la le lei li lo loro lui ma me mi mia mio
    ne negli nei nel nella nelle nello noi non nostro o ogni per perché più poi quale quali quando quanto quella quelle quelli quello
    questa queste questi questo qui se sei si sia sono su sua sue sugli sui sul sulla sulle sullo suo suoi tra tu tutti tutto un una
    uno vi voi`,
  pt: `a à ao aos as às até com como da das de dela dele deles depois do dos e é ela elas ele eles em entre era eram essa esse esta
    está este eu foi foram há isso isto já lhe mais mas me mesmo meu minha muito na não nas nem no nos nós o onde os ou para pela pelas
    pelo pelos por porque qual quais quando que quem são se sem ser seu seus só sua suas também te tem tinha um uma você vocês`,
  nl: `aan al alles als altijd andere ben bij daar dan dat de der deze die dit doch doen door dus een eens en er ge geen geweest haar had
    heb hebben heeft hem het hier hij hoe hun ik in is ja je kan kon kunnen maar me meer men met mij mijn moet na naar niet niets nog nu
    of om omdat onder ons ook op over reeds te tegen toch toen tot u uit uw van veel voor waar waarom wanneer want waren was wat welke
    werd wezen wie wil worden wordt zal ze zelf zich zij zijn zo zonder zou`,
  ru: `а без более бы был была были было быть в вам вас весь во вот все всего всех вы где да даже для до его ее если есть еще же за здесь
    и из или им их к как какая какие какой когда кто ли либо мне может мы на над надо наш не него нее нет ни них но ну о об однако он
    она они оно от очень по под при с со так также такой там те тем то того тоже той только том ты у уже хотя чего чей чем что чтобы
    чье эта эти это этого этой этом этот я`,
};

const sets = new Map<KnownLanguage, Set<string>>();

/** The words of a language that say little by themselves, as they are written in lower case. */
export function stopWords(language: KnownLanguage): ReadonlySet<string> {
  const found = sets.get(language);
  if (found) return found;
  const made = new Set(lists[language].split(/\s+/));
  sets.set(language, made);
  return made;
}
