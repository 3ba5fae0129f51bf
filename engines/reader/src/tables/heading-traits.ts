// bounded: both patterns see a heading, at most 2,000 characters

export const moneyHeading =
  /(?:^|[^\p{L}])(?:prices?|costs?|fees?|fares?|charge[sd]?|billed|amount|paid|rent|salary|wages?|pay|gross|net|revenue|takings|income|budget|deposit|bill|balance|money|turnover|sales|spent|total due|preis\p{L}*|kosten|betrag|gebühr|miete|umsatz|precio|coste?|importe|tarifa|cuota|prix|montant|tarif|coût)(?:[^\p{L}]|$)/iu;
export const quantityHeading =
  /(?:^|[^\p{L}])(?:quantity|qty|units|pieces|pcs|count|number|copies|stock|on hand|in stock|menge|anzahl|stück|bestand|cantidad|unidades|existencias|quantité)(?:[^\p{L}]|$)/iu;

/** Whether a heading says that numbers under it are of money or of how many, also where they happen to count up. */
export const namesAnAmount = (heading: string): boolean => moneyHeading.test(heading) || quantityHeading.test(heading);
