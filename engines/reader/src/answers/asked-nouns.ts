// bounded: every pattern of this file sees a question, a sentence or a part of one, at most 2,000 characters

/** Words that say what sort of thing is asked for. */
export const isSort =
  /^(?:years?|dates?|days?|times?|months?|numbers?|amounts?|names?|persons?|people|man|woman|countr(?:y|ies)|cit(?:y|ies)|towns?|places?|states?|regions?|percentage|share|price|cost|money|maximum|minimum|size|length|height|distance|weight|age|kinds?|types?|sorts?|thing|way|reason|title|word|person|año|fecha|número|nombre|país|ciudad|lugar|tipo|jahr|datum|tag|zahl|name|land|stadt|ort|art|numéro|prix|nom|heure|jour|année|lieu|ville|pays|montant|durée)$/u;
