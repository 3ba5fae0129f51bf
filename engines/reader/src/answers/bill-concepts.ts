// bounded: every pattern of this file sees a question, a sentence or a part of one, at most 2,000 characters

/** Something that most bills say on a line of its own. */
export interface BillConcept {
  /** How it is asked for. */
  asked: RegExp;
  /** The words with a meaning of their own that such a question may hold, besides those about any bill. */
  words: RegExp;
  /** The lines that say it. */
  line: RegExp;
  /** Lines that look like them and say something else. */
  without?: RegExp;
  /** An amount at the end of the line is what is asked for. */
  isAmount: boolean;
  /** Of several lines the last one counts. */
  isLast?: boolean;
  /** Only the first line is meant. */
  isFirst?: boolean;
}

/** The first that fits a question is meant: the special ones stand before the total. */
export const billConcepts: readonly BillConcept[] = [
  {
    asked:
      /\b(?:vat|tax|gst|ust|steuer|iva|tva)\b.*\b(?:number|no|reg\p{L}*|id)\b|\bust-?id|\bsteuernummer\b|\bnif\b|\bcif\b/iu,
    words: /^(?:vat|tax|gst|number|no|registration|reg|id|ust|steuernummer|iva|tva|nif|cif|nummer|número)$/iu,
    line: /\b(?:vat|tax|gst|ust|iva|tva)\b[ .:-]*(?:no|reg\p{L}*|id\p{L}*|number|nr)?[ .:]*(?:[A-Z]{2})?\s?\d[\d ]{6,}|\b(?:nif|cif)\b/iu,
    isAmount: false,
  },
  {
    asked:
      /(?<!\b(?:incl|including|included|inclusive of|with|inc)\b[^?]*)(?<!\p{L})(?:vat|tax|gst|mwst|mehrwertsteuer|iva|tva)(?!\p{L})/iu,
    words: /^(?:vat|tax|sales|gst|mwst|mehrwertsteuer|iva|tva|value|added)$/iu,
    line: /(?<!\p{L})(?:vat|tax|gst|mwst|ust|mehrwertsteuer|iva|tva)(?!\p{L})/iu,
    without: /\bno vat\b|\bvatable\b|\b(?:ex|excl|excluding|before|total incl?)\b/iu,
    isAmount: true,
  },
  {
    asked: /\bchange\b(?! (?:my|the|an?)\b)|\brückgeld\b|\bwechselgeld\b|\bvuelto\b|\brendu\b/iu,
    words: /^(?:change|rückgeld|wechselgeld|cambio|vuelto|vuelta|monnaie|rendue?)$/iu,
    line: /^(?:change|rückgeld|wechselgeld|cambio|vuelto|rendu)/iu,
    isAmount: true,
  },
  {
    asked: /\bcash\b|\bbar(?:geld)?\b|\befectivo\b|\bespèces\b/iu,
    words: /^(?:cash|handed|hand|over|bar|bargeld|efectivo|espèces)$/iu,
    line: /^(?:cash|bar\b|bargeld|gegeben|efectivo|espèces)/iu,
    without: /\bcash(?:ier|back)\b/iu,
    isAmount: true,
  },
  {
    asked: /\b(?:gift card|gutschein)\b/iu,
    words: /^(?:gift|card|gutschein|left|balance)$/iu,
    line: /\bgift card\b|\bgutschein/iu,
    isAmount: true,
  },
  {
    asked: /\b(?:debit|credit|visa|mastercard|amex|cards?|girocard|karte|tarjeta|carte)\b/iu,
    words: /^(?:debit|credit|visa|mastercard|amex|cards?|girocard|ec|ec-karte|karte|tarjeta|crédito|débito|carte)$/iu,
    line: /\b(?:visa|mastercard|maestro|amex|debit|credit|card|girocard|ec-karte|kartenzahlung|tarjeta|carte)\b/iu,
    without: /\b(?:gift|loyalty|club|points|member|balance|greetings?|birthday|store credit)\b/iu,
    isAmount: true,
  },
  {
    asked:
      /\b(?:discounts?|reductions?|sav(?:e|ed|ings?)|vouchers?|coupons?|rabatt|nachlass|descuento|remise)\b|\boffers?\b/iu,
    words:
      /^(?:discounts?|reductions?|saved?|savings?|vouchers?|coupons?|offers?|off|rabatt|nachlass|descuentos?|remise)$/iu,
    line: /\b(?:discount|reduction|saving|voucher|coupon|offer|off|rabatt|nachlass|descuento|remise)\b|[-−]\s?\d+[.,]\d{2}$/iu,
    without: /\b(?:points? =|deposit|paid|valid|gift card)\b/iu,
    isAmount: true,
  },
  {
    asked: /\bdeposit\b|\banzahlung\b|\bseñal\b|\bacompte\b/iu,
    words: /^(?:deposit|anzahlung|señal|acompte|received|erhalten|already)$/iu,
    line: /\b(?:deposit|anzahlung|señal|acompte)\b/iu,
    isAmount: true,
  },
  {
    asked:
      /\b(?:when|what (?:day|date)|deadline|until|latest)\b.*\b(?:pay|paid|payment|due|settled?)\b|\bpay(?:ment)? (?:is )?(?:due|by)\b|\bdue date\b|\bbis wann\b.*(?:zahl|begl)|\bfällig|\bvencimiento\b|\bhasta cuándo\b.*\bpag/iu,
    words: /^(?:due|date|day|deadline|latest|settled?|pay|by|fällig\p{L}*|beglichen|begleichen|wann|vencimiento)$/iu,
    line: /\b(?:payment due|due date|due by|due on|pay(?:able)? by|fällig\p{L}*|zahlbar|zahlungsziel|vencimiento|échéance)\b.{0,24}\d{1,4}\s?(?:[./-]\s?\d|\.?\s?\p{L}{3})/iu,
    without: /\bby (?:bank|card|cheque|check|transfer)\b/iu,
    isFirst: true,
    isAmount: false,
  },
  {
    asked:
      /^(?!.*\b(?:back|return\p{L}*|refund\p{L}*|due|next|until|by)\b).*(?:\bwhen (?:was|were|did)\b|\b(?:what|which) (?:day|date) (?:was|were|did|is on)\b|\bdate of\b|\bwann (?:war|habe)\b|\b(?:rechnungs|kauf)datum\b|\bfecha\b)/iu,
    words: /^(?:date|day|issued|dated|made|written|datum|rechnungsdatum|kaufdatum|ausgestellt|fecha)$/iu,
    line: /(?<!\d)\d{1,2}[/.]\d{1,2}[/.](?:\d{4}|\d{2})(?!\d)|(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)|(?<!\d)\d{1,2}\.?\s\p{L}{3,}\s\d{4}/u,
    without: /\b(?:due|valid|until|next|received|fällig|gültig|paid \d)/iu,
    isAmount: false,
    isFirst: true,
  },
  {
    asked: /\b(?:owe[ds]?|owing|outstanding|balance|remain\p{L}*|left|still|restbetrag|offen\p{L}*|debo|pendiente)\b/iu,
    words:
      /^(?:owe[ds]?|owing|outstanding|balance|remain\p{L}*|left|still|due|restbetrag|offen\p{L}*|schulde|debo|pendiente|queda)$/iu,
    line: /\b(?:balance (?:to pay|due|owing|outstanding)|amount (?:due|payable|outstanding)|still to pay|to pay|outstanding|restbetrag|offener betrag|zu zahlen|pendiente|reste à payer|net à payer)\b/iu,
    isAmount: true,
  },
  {
    asked:
      /\b(?:who|which|what|name|wer|wie|quién)\b.*\b(?:serv(?:e|ed|ing)|rang|rung|till|checkout|cashier|employee|assistant|staff|clerk|kassier\p{L}*|kasse|bedien\p{L}*|cajer[oa]|atend\p{L}*|caissi\p{L}*)\b|\bcashier\b/iu,
    words:
      /^(?:served?|serving|rang|rung|ring|up|till|checkout|cashier|employee|assistant|staff|member|clerk|sale|behind|person|name|kassier\p{L}*|kasse|bedien\p{L}*|cajer[oa]|atend\p{L}*|caissi\p{L}*)$/iu,
    line: /\b(?:served by|cashier|operator|assistant|clerk|your server|server|es bediente|bedient von|kassierer(?:in)?|bediener(?:in)?|le atendió|atendido por|cajer[oa]|caissier|caissière)\b/iu,
    isAmount: false,
  },
  {
    asked:
      /\b(?:receipt|invoice|transaction|bill|order|ticket|factura|recibo)\b.*\b(?:number|no|nr|número)\b|\bnumber of the (?:receipt|invoice|bill|transaction)\b|\b(?:rechnungs|beleg|bon)nummer\b/iu,
    words: /^(?:number|no|nr|número|transaction|order|rechnungsnummer|belegnummer|bonnummer)$/iu,
    line: /\b(?:receipt|invoice|trans(?:action)?|bill|rechnung\p{L}*|beleg\p{L}*|bon|factura|ticket|recibo)\b.{0,14}\d{3,}/iu,
    isAmount: false,
  },
  {
    asked: /\bpoints?\b|\bpunkte\b|\bpuntos\b/iu,
    words:
      /^(?:points?|loyalty|card|club|rewards?|earn(?:ed)?|collect(?:ed)?|balance|now|today|visit|punkte|puntos)$/iu,
    line: /\b(?:points?|punkte|puntos)\b.*\d|\d.*\b(?:points?|punkte|puntos)\b/iu,
    isAmount: false,
  },
  {
    asked: /\b(?:phone|telephone|tel|telefon\p{L}*|teléfono|téléphone)\b/iu,
    words: /^(?:phone|telephone|tel|number|call|telefon\p{L}*|nummer|teléfono|número|téléphone|numéro)$/iu,
    line: /\b(?:tel|phone|telephone|telefon|teléfono|tél)\b.*\d/iu,
    isAmount: false,
  },
  {
    asked:
      /\bsub-?total\b|\bnet\b|\bbefore (?:vat|tax|the discounts?)\b|\bzwischensumme\b|\bnetto\p{L}*\b|\bbase imponible\b/iu,
    words: /^(?:sub-?total|sub|net|before|vat|tax|zwischensumme|netto\p{L}*|base|imponible)$/iu,
    line: /^(?:sub-?\s?total|net\b|netto|zwischensumme|base imponible|sous-total)/iu,
    isAmount: true,
  },
  {
    asked:
      /\b(?:totals?|sum|altogether|in all|gesamt\p{L}*|summe|insgesamt|en total|importe total)\b|\bhow much (?:did|was|is|does|were) (?:i|we|they|it|everything|the (?:whole )?(?:bill|receipt|shopping|purchase|lot|invoice))\b|\bwie viel (?:habe|hat) (?:ich|es)\b|\b(?:kostet|kosten|zahle[nr]?)\b.*\b(?:das ganze|alles|am ende|unterm strich)\b|\b(?:das ganze|alles)\b.*\b(?:kostet|kosten)\b/iu,
    words:
      /^(?:totals?|sum|altogether|everything|lot|grand|vat|tax|gesamt\p{L}*|summe|insgesamt|mwst|steuern?|mehrwertsteuer|umsatzsteuer|brutto|iva)$/iu,
    line: /^(?:grand |invoice |order )?total\b|^(?:gesamt(?:betrag|summe)?|summe|zu zahlen|endbetrag|rechnungsbetrag|importe total|montant total)(?!\p{L})/iu,
    without: /\b(?:sav(?:ed|ings?)|items|points|discount|number of)\b/iu,
    isAmount: true,
    isLast: true,
  },
];
