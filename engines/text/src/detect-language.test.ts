import { expect, it } from 'vitest';
import { detectAmong, detectLanguage, guessLanguage } from './detect-language.ts';

it.each([
  ['en', 'The keys are kept in the drawer under the counter, and whoever leaves last has to lock the door.'],
  ['de', 'Die Schlüssel liegen in der Schublade unter der Theke, und wer zuletzt geht, muss die Tür abschließen.'],
  ['fr', 'Les clés sont dans le tiroir sous le comptoir, et celui qui part le dernier doit fermer la porte.'],
  ['es', 'Las llaves están en el cajón debajo del mostrador, y el último que se va tiene que cerrar la puerta.'],
  ['it', 'Le chiavi sono nel cassetto sotto il banco, e chi esce per ultimo deve chiudere la porta.'],
  ['pt', 'As chaves estão na gaveta debaixo do balcão, e quem sai por último tem de fechar a porta.'],
  ['nl', 'De sleutels liggen in de lade onder de toonbank, en wie als laatste weggaat moet de deur sluiten.'],
  ['ru', 'Ключи лежат в ящике под стойкой, и тот, кто уходит последним, должен запереть дверь.'],
  ['uk', 'Ключі лежать у шухляді під стійкою, і той, хто йде останнім, має замкнути двері.'],
  ['pl', 'Klucze leżą w szufladzie pod ladą, a kto wychodzi ostatni, musi zamknąć drzwi na noc.'],
  ['cs', 'Klíče jsou v zásuvce pod pultem a kdo odchází poslední, ten musí zamknout dveře.'],
  ['sk', 'Kľúče sú v zásuvke pod pultom a kto odchádza posledný, ten musí zamknúť dvere.'],
  ['hu', 'A kulcsok a pult alatti fiókban vannak, és aki utoljára megy el, annak be kell zárnia az ajtót.'],
  ['ro', 'Cheile sunt în sertarul de sub tejghea, iar cel care pleacă ultimul trebuie să încuie ușa.'],
  ['sv', 'Nycklarna ligger i lådan under disken, och den som går sist måste låsa dörren.'],
  ['da', 'Nøglerne ligger i skuffen under disken, og den, der går sidst, skal låse døren af.'],
  ['no', 'Nøklene ligger i skuffen under disken, og den som går sist må låse døren etter seg.'],
  ['fi', 'Avaimet ovat laatikossa tiskin alla, ja se joka lähtee viimeisenä lukitsee oven.'],
  ['tr', 'Anahtarlar tezgâhın altındaki çekmecede durur ve en son çıkan kapıyı kilitlemek için gelir.'],
  ['id', 'Kunci ada di dalam laci di bawah meja, dan yang pulang terakhir harus mengunci pintu.'],
  ['vi', 'Chìa khóa ở trong ngăn kéo dưới quầy, và người về sau cùng phải khóa cửa.'],
  ['el', 'Τα κλειδιά είναι στο συρτάρι κάτω από τον πάγκο.'],
  ['ar', 'المفاتيح في الدرج تحت الطاولة، ومن يغادر أخيرا يقفل الباب.'],
  ['fa', 'کلیدها در کشوی زیر پیشخوان است و هر که آخر می‌رود باید در را قفل کند.'],
  ['hi', 'चाबियाँ काउंटर के नीचे दराज में रखी हैं।'],
  ['zh', '钥匙放在柜台下面的抽屉里，最后离开的人要锁门。'],
  ['ja', '鍵はカウンターの下の引き出しにあります。'],
  ['ko', '열쇠는 계산대 아래 서랍에 있습니다.'],
])('tells %s', (language, text) => {
  expect(detectLanguage(text)).toBe(language);
});

it('tells no language from names, figures and code', () => {
  for (const text of ['', 'Anna Ivana Petra Smith', '12 345,60 €', 'fn(x) { return y; }'])
    expect(detectLanguage(text)).toBeNull();
});

it('tells the language of the text, not that of a name quoted in it', () => {
  expect(detectLanguage('The word 東京 stands on the sign above the door of the shop.')).toBe('en');
  expect(detectLanguage('请在 README.md 里查看 npm install 的说明')).toBe('zh');
});

it('takes a text in another language for none of the few that are asked for', () => {
  const swedish = 'Nycklarna ligger i lådan under disken, och den som går sist måste låsa dörren.';
  expect(guessLanguage(swedish)).toBeNull();
  expect(detectAmong(swedish, ['en', 'sv'])).toBe('sv');
});

it('gives one answer for one language, whoever asks', () => {
  const question = 'Wo liegt der See und wie tief ist er?';
  expect([detectLanguage(question), guessLanguage(question), detectAmong(question, ['en', 'de', 'zh'])]).toEqual([
    'de',
    'de',
    'de',
  ]);
});
