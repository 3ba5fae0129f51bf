// bounded: every pattern of this file sees a name, a description or a line, at most 2,000 characters

/** What sort of value a field holds. */
type ValueKind = 'date' | 'amount' | 'code' | 'currency' | 'iban' | 'vat' | 'company' | 'address' | 'city';

/** A thing that documents often tell, and the words that they tell it with. */
export interface Concept {
  kind: ValueKind;
  /** Matched against the words of the property's name and description. */
  asked: RegExp;
  /** Words beside the value that speak for it, strongest first. */
  labels: RegExp[];
  /** Words beside the value that speak against it. */
  against?: RegExp;
  /** Among equals take the last one. */
  prefersLast?: boolean;
}

/** More particular concepts come first: the first whose `asked` fits is taken. */
export const concepts: Concept[] = [
  { kind: 'iban', asked: /\biban\b/, labels: [/\biban\b/] },
  {
    kind: 'vat',
    asked: /\bvat (?:number|id|no|registration)|\bvat$|^vat\b|\btax id\b|\btva\b|\bust id\b/,
    labels: [/vat|tva|btw|ust|gst|tax id|mwst/],
  },
  { kind: 'currency', asked: /\bcurrency\b|\bmoneda\b|\bwährung\b/, labels: [] },
  {
    kind: 'date',
    asked:
      /\b(?:due|deadline|payable by|pay by|to be paid|expir\w*|valid until|end|maturity|échéance|vencimiento|fällig\w*)\b.*\b(?:date|day|by|at|on)\b|\b(?:date|day)\b.*\b(?:due|deadline|expir\w*|to be paid|end)\b|\bdue\b|\bdeadline\b/,
    labels: [
      /due|limite de paiement|échéance|echeance|verval|fällig|vencimiento|pay(?:able|ment)? (?:by|before)|scadenza|expir|valid until|deadline/,
    ],
    against: /order|ship|deliver|print/,
  },
  {
    kind: 'date',
    asked: /\border(?:ed)? (?:date|on|at)\b|\b(?:date|day) (?:of (?:the )?)?order\b/,
    labels: [/order(?:ed)?\b|placed|commande|bestell|pedido/],
    against: /invoice|due|ship/,
  },
  {
    kind: 'date',
    asked: /\b(?:date|day|issued (?:on|at)|created (?:on|at)|timestamp|datum|fecha|when)\b/,
    labels: [
      /(?:invoice|factuur|rechnungs?|bill|issue|receipt) ?(?:date|datum)|date (?:of issue|facture|d.émission)|facture n|fecha de emisi/,
      /\bdate\b|\bdatum\b|\bfecha\b|issued|\bdu\b/,
      /invoice|factur|rechnung/,
    ],
    against: /due|limite|échéance|verval|fällig|venc|order|ship|deliver|expir|birth|period|prélèvement|print/,
  },
  {
    kind: 'amount',
    asked: /\b(?:untaxed|net|subtotal|sub total|before tax|excluding tax|excl\w*|without tax|taxable)\b/,
    labels: [
      /sub ?total|\bnet(?:to)?\b|(?:total|montant|amount)[^\n]*\b(?:ht|excl\w*)|excl|before tax|untaxed|taxable|grondslag|base imponible|imponibile|\bht\b/,
    ],
    against: /incl|ttc|tax amount|btw bedrag|qty/,
    prefersLast: true,
  },
  {
    kind: 'amount',
    asked: /\b(?:tax|vat|gst|tva|iva|mwst)\b/,
    labels: [/(?:tax|vat|gst|tva|iva|mwst|btw)[^\n]*(?:amount|bedrag|betrag)?/],
    against: /incl|excl|total (?:ttc|incl)|invoice|id|no\b|number/,
    prefersLast: true,
  },
  { kind: 'amount', asked: /\b(?:discount|rabatt|descuento|remise)\b/, labels: [/discount|rabatt|descuento|remise/] },
  {
    kind: 'amount',
    asked: /\b(?:shipping|delivery|freight|postage) (?:cost|fee|charge|amount)?/,
    labels: [/shipping|delivery|freight|postage|versand|livraison/],
  },
  { kind: 'amount', asked: /\b(?:cash|tendered|paid amount|received)\b/, labels: [/cash|tender|paid|received/] },
  { kind: 'amount', asked: /\b(?:change)\b/, labels: [/change|rückgeld|wechselgeld/] },
  {
    kind: 'amount',
    asked: /\b(?:total|amount|sum|grand total|balance|to pay|gesamt\w*|importe|montant|totale)\b/,
    labels: [
      /grand total|total (?:amount|rounded|due|payable|ttc|incl|sales \(inc|amt (?:incl|payable)|amt)|amount (?:due|payable|to pay)|net+ total|somme à payer|balance due|totaal|gesamtbetrag|zu zahlen|montant (?:eur )?ttc|total a pagar|importe total/,
      /\btotal\b|\btotale\b|\bgesamt|\bsumme\b|\bttc\b/,
      /amount|montant|bedrag|betrag|importe|incl/,
    ],
    against:
      /sub ?total|qty|quantit|items?\b|discount|rounding|adj|change|tender|paid|cash|excl|\bht\b|tax (?:amount|summary)|total (?:gst|tax|vat|tva)|saving|accepted/,
    prefersLast: false,
  },
  {
    kind: 'amount',
    asked: /\b(?:price|cost|fee|rate|salary|budget|revenue|precio|preis|prix)\b/,
    labels: [/price|cost|fee|rate|\bat\b|salary|precio|preis|prix|unit/],
  },
  {
    kind: 'code',
    asked:
      /\b(?:invoice|bill|receipt|document|facture|rechnung\w*|factura)\b.*\b(?:number|no|id|num|reference|code)\b|\bnumber of the (?:invoice|bill|receipt)\b/,
    labels: [
      /(?:tax )?(?:invoice|facture|factuur|rechnung\w*|factura|receipt|bill|document|doc) ?(?:number|nummer|no\b|n°|nº|nr|#|num|id|$)|^\s*#|fattura/,
      /invoice|factur|rechnung|receipt|\bbill\b|\bno\b|#/,
    ],
    against: /order|phone|tel|gst|vat|tax id|customer|client|kunden|po number|dossier|line|date|page|reg/,
  },
  {
    kind: 'code',
    asked: /\border\b.*\b(?:number|no|id|num|reference|code)\b|^order(?: id)?$/,
    labels: [/order|commande|bestell|pedido/],
  },
  {
    kind: 'code',
    asked: /\b(?:customer|client|account)\b.*\b(?:number|no|id|code)\b/,
    labels: [/customer|client|account|kunde|klant/],
  },
  {
    kind: 'company',
    asked:
      /\b(?:company|issuer|vendor|seller|supplier|merchant|store|shop|employer|organi[sz]ation|business|brand|firma|empresa|issued it)\b/,
    labels: [
      /sold by|seller|vendor|supplier|from\b|issued by|company|titulaire|account holder|beneficiary|merchant|organi[sz]ation|employer/,
    ],
  },
  {
    kind: 'address',
    asked: /\b(?:address|street|dirección|adresse|location of)\b/,
    labels: [/address|adresse|dirección/],
  },
];
