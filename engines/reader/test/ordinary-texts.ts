/** A question about one of the texts, and what the passage shown must hold; null when the text does not say. */
export interface Trial {
  text: keyof typeof ordinaryTexts;
  question: string;
  holds: string | null;
}

/** Texts of the kinds that people bring along. All names and figures are made up. */
export const ordinaryTexts = {
  contract: `# Service agreement

This agreement is made between Halden Laundry GmbH (the Provider) and Hotel Seeblick (the Client).

## 1. Services

The Provider collects, washes and returns bed linen and towels twice a week, on Tuesdays and Fridays.

## 2. Fees

- **Monthly fee:** 840.00 EUR plus VAT
- Late payments bear interest of 5 % a year.
- Invoices are payable within 21 days.

## 3. Term

The agreement starts on 1 March 2031 and runs for two years. Either party may terminate it with three months' notice in writing.

## 4. Liability

The Provider is liable for lost items up to 2,500 EUR a year because its insurance covers no more.

Company number: HRB 445120
Signed for the Provider by Ines Okafor, managing director.`,
  minutes: `Minutes of the allotment association, 14 May 2031

Present: Rosa Lindqvist (chair), Tomas Achterberg, Wei Zhang, Beatriz Nunes
Apologies: Karim Haddad

1. Water. The pump at the north gate broke on 2 May. Tomas Achterberg will get two offers for a new one by the end of June.
2. Hedges. Hedges must not be higher than 1.60 m. Members who do not cut them pay a fine of 25 EUR.
3. Summer party. It takes place on 12 July. Beatriz Nunes rents the tent. Last year's party was cancelled because of the storm.
4. Treasurer. Wei Zhang was elected treasurer with 31 votes in favour and 4 against.

The next meeting is on 9 September at 19:30 in the clubhouse.`,
  mail: `From: Jonas Meret <jonas@meret-bikes.example>
To: Workshop
Subject: Return of order 5521

Hello,

the touring bike from order 5521 arrived on Monday with a bent front wheel. The courier had dropped the box in the stairwell. I would like to have the wheel replaced rather than get my money back.

You can reach me at +41 79 555 01 27 after 17:00. My address is Lindenweg 8, 8400 Winterthur.

Regards
Jonas Meret`,
  recipe: `Lentil soup for four

Ingredients
- 250 g red lentils
- 1 onion
- 2 carrots
- 1.2 litres of vegetable stock
- 1 teaspoon cumin

Method
1. Chop the onion and the carrots and fry them in oil for five minutes.
2. Add the lentils, the cumin and the stock.
3. Simmer for 20 minutes, then blend the soup.

The soup keeps for three days in the fridge. Do not freeze it, since the lentils turn mealy.`,
  stock: `| Item | Colour | In stock | Unit price |
|---|---|---|---|
| Kettle | red | 14 | 39.90 EUR |
| Toaster | white | 0 | 54.00 EUR |
| Mixer | black | 7 | 89.50 EUR |`,
  vertrag: `Mietvertrag über einen Stellplatz

Vermieterin ist Frau Greta Sandmann, Mieter ist Herr Paul Okoro. Der Stellplatz Nr. 12 liegt im Hof des Hauses Birkenallee 4. Die Miete beträgt 65 Euro im Monat und ist am dritten Werktag fällig. Das Mietverhältnis beginnt am 1. April 2031. Das Waschen von Fahrzeugen ist verboten, weil der Abfluss nicht für Öl zugelassen ist.`,
} as const;

export const trials: Trial[] = [
  { text: 'contract', question: 'What is the monthly fee?', holds: '840.00 EUR' },
  { text: 'contract', question: 'When does the agreement start?', holds: '1 March 2031' },
  {
    text: 'contract',
    question: 'How much notice is needed to terminate the agreement?',
    holds: "three months' notice",
  },
  { text: 'contract', question: 'Who signed for the Provider?', holds: 'Ines Okafor' },
  { text: 'contract', question: 'What is the company number?', holds: 'HRB 445120' },
  { text: 'contract', question: 'Within how many days are invoices payable?', holds: '21 days' },
  { text: 'contract', question: 'Why is the liability limited?', holds: 'because its insurance' },
  { text: 'contract', question: 'How often is the linen collected?', holds: 'twice a week' },
  { text: 'contract', question: 'What interest do late payments bear?', holds: '5 %' },
  { text: 'contract', question: 'What is the phone number of the Provider?', holds: null },
  { text: 'contract', question: 'Who is the tax adviser of the hotel?', holds: null },
  { text: 'contract', question: 'What is the deposit?', holds: null },
  { text: 'contract', question: 'What is the email address of the Client?', holds: null },
  { text: 'minutes', question: 'Who was elected treasurer?', holds: 'Wei Zhang' },
  { text: 'minutes', question: 'When did the pump break?', holds: '2 May' },
  { text: 'minutes', question: 'How high may hedges be?', holds: '1.60 m' },
  { text: 'minutes', question: 'Who rents the tent?', holds: 'Beatriz Nunes' },
  { text: 'minutes', question: 'Why was the party cancelled last year?', holds: 'because of the storm' },
  { text: 'minutes', question: 'When is the next meeting?', holds: '9 September' },
  { text: 'minutes', question: 'How many votes were against?', holds: '4 against' },
  { text: 'minutes', question: 'Who sent apologies?', holds: 'Karim Haddad' },
  { text: 'minutes', question: 'How much does the new pump cost?', holds: null },
  { text: 'minutes', question: 'Who is the secretary?', holds: null },
  { text: 'minutes', question: 'What is the membership fee?', holds: null },
  { text: 'mail', question: 'What is the order number?', holds: '5521' },
  { text: 'mail', question: 'What is wrong with the bike?', holds: 'bent front wheel' },
  { text: 'mail', question: 'What phone number can Jonas be reached at?', holds: '+41 79 555 01 27' },
  { text: 'mail', question: 'Where does Jonas live?', holds: 'Lindenweg 8' },
  { text: 'mail', question: 'Who dropped the box?', holds: 'courier' },
  { text: 'mail', question: 'How much did the bike cost?', holds: null },
  { text: 'mail', question: 'What is the tracking number?', holds: null },
  { text: 'mail', question: 'When was the bike built?', holds: null },
  { text: 'recipe', question: 'How long does the soup keep in the fridge?', holds: 'three days' },
  { text: 'recipe', question: 'How many carrots do I need?', holds: '2 carrots' },
  { text: 'recipe', question: 'Why should the soup not be frozen?', holds: 'mealy' },
  { text: 'recipe', question: 'How long must the soup simmer?', holds: '20 minutes' },
  { text: 'recipe', question: 'How many calories does the soup have?', holds: null },
  { text: 'recipe', question: 'Which wine goes with the soup?', holds: null },
  { text: 'stock', question: 'What colour is the kettle?', holds: 'red' },
  { text: 'stock', question: 'What is the unit price of the mixer?', holds: '89.50 EUR' },
  { text: 'stock', question: 'How many toasters are in stock?', holds: 'In stock: 0' },
  { text: 'stock', question: 'How many blenders are in stock?', holds: null },
  { text: 'stock', question: 'Who supplies the kettle?', holds: null },
  { text: 'vertrag', question: 'Wie hoch ist die Miete?', holds: '65 Euro' },
  { text: 'vertrag', question: 'Wann beginnt das Mietverhältnis?', holds: '1. April 2031' },
  { text: 'vertrag', question: 'Warum ist das Waschen verboten?', holds: 'weil der Abfluss' },
  { text: 'vertrag', question: 'Wer ist die Vermieterin?', holds: 'Greta Sandmann' },
  { text: 'vertrag', question: 'Wie hoch ist die Kaution?', holds: null },
  { text: 'vertrag', question: 'Welche Telefonnummer hat der Mieter?', holds: null },
];
