/**
 * What sites put around and between the paragraphs of an article, in the languages that most pages are written in. Only
 * short blocks are looked at: a sentence of an article may say any of this.
 */
const endMarks = new RegExp(
  `^(?:${[
    'related(?: (?:articles?|stor(?:y|ies)|posts?|content|topics?|news|coverage|links|reading|videos?))?',
    'related coverage .*',
    '(?:you (?:may|might) (?:also )?like|recommended(?: for you| reading)?|more (?:from|on|stories|articles|news|like this).*|more)',
    '(?:read|see|watch) (?:more|next|also)',
    '(?:trending|popular|most (?:read|popular|viewed|recent)|popular (?:this week|now|posts)|recent (?:articles|posts|news)|latest(?: news| stories)?|top stories|editors?.? picks?)(?: now| stories| posts)?',
    '(?:\\d+ )?(?:comments?|responses?|replies)(?: \\(\\d+\\)| section)?',
    '(?:leave a (?:reply|comment)|post (?:a )?comment.*|add (?:a )?comment|join the (?:conversation|discussion)|tell us what you think.*)',
    '(?:about the authors?|author bio|written by|share this(?: (?:article|story|post|page))?|tags?|topics|filed under|categories)',
    '(?:previous (?:post|article)|next (?:post|article)|newsletters?|subscribe|breaking news emails?)',
    '(?:references|external links|see also|further reading|bibliography|footnotes)',
    '(?:das könnte (?:sie|dich) auch interessieren|mehr zum thema|weitere artikel|ähnliche (?:artikel|beiträge)|kommentare?|verwandte (?:artikel|themen))',
    '(?:(?:à|a) lire aussi|sur le même sujet|articles? (?:liés|similaires|associés)|commentaires?|lire aussi)',
    '(?:(?:noticias|artículos|notas) relacionad[ao]s|te puede interesar|lee también|más noticias|comentarios?)',
    '(?:(?:notícias|artigos|posts) relacionad[ao]s|leia (?:também|mais)|veja também|comentários?|mais lidas)',
    '(?:leggi anche|articoli correlati|commenti|potrebbe interessarti)',
    '(?:читайте также|похожие (?:статьи|новости)|комментарии|отзывы|по теме|самые популярные .*)',
    '(?:関連記事|おすすめ記事|コメント|人気記事|相关文章|相关阅读|推荐阅读|热门文章|评论|관련기사|댓글)',
  ].join('|')})\\s*[:.…!?»>]*$`,
  'iu',
);

// bounded: a block that `isBoilerplate` looks at, at most 260 characters
const boilerplate = [
  /^(?:skip to (?:main )?content|home|menu|search|sign in|log ?in|register|loading content\W*|loading\W*)$/iu,
  /^(?:advert(?:isement|ising)?|sponsored(?: content)?|anzeige|werbung|publicité|publicidad|publicidade|реклама|広告|광고)$/iu,
  /^(?:(?:share|tweet|submit|pin|print|email|e-mail|save|like|whatsapp|facebook|twitter|pinterest|linkedin|reddit|telegram|copy link|pint|baixar)\b[\s|,/·]*)+$/iu,
  /^(?:continue reading|story continues|article continues|click here|read more|watch (?:the )?video|get (?:the )?[\w ]+ app)\b/iu,
  /(?:all rights reserved|copyright (?:©|@|ⓒ|\(c\)|\d{4})|©\s*\d{4}|무단전재|tous droits réservés|alle rechte vorbehalten|todos os direitos reservados|subject to copyright)/iu,
  /\b(?:subscribe|sign up|signing up|newsletter|delivered (?:weekday|through|to)|in(?:to)? your inbox)\b.*\b(?:newsletters?|updates?|subscribe|channel|inbox|letterbox|mornings?|today)\b/iu,
  /^(?:this (?:website|site) uses cookies|we use cookies|this slideshow requires)/iu,
  /^(?:published|updated|posted|last (?:updated|modified)|first published|published on|date)\b.{0,70}\d/iu,
  /^(?:image|photo|picture|source|quelle|bild|foto|credit|via)s?\s{0,3}:?\s.{0,80}$/iu,
  /^(?:by|von|par|por|di)\s+\p{Lu}[\p{L}.'’-]*(?:(?:\s*[,&|]\s*|\s+(?:and\s+)?)\p{Lu}[\p{L}.'’-]*){0,7}$/u,
  /^(?:\d{1,2}|\d{1,2} (?:of|\/) \d{1,3}|\d+(?:[.,]\d+)?k? (?:views|shares|comments|letture|visitas))$/iu,
  /^(?:tempo de leitura|reading time|lesezeit|temps de lecture|\d+ min(?:ute)?s? read)\b/iu,
  /^(?:follow|like|join|find) (?:us|me|him|her|them)\b.{0,60}\b(?:on|at)\b/iu,
  /^\(?(?:read|see) (?:more|also|full|next)\b/iu,
];

/** True for the heading of a box or list that is not part of the article. */
export function isEndMark(text: string): boolean {
  return text.length <= 60 && endMarks.test(text.trim());
}

/** True for a block that sites add to articles. */
export function isBoilerplate(text: string): boolean {
  const isShort = text.length <= 260;
  return isShort && boilerplate.some((pattern) => pattern.test(text.trim()));
}
