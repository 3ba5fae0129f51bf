import { knownLanguages, stopWords } from './stop-words.ts';

/**
 * Frequent words (articles, prepositions, pronouns, question words, forms of to be) of the languages that are told apart by them, beside those whose
 * stop words are known. By ISO 639-1 code.
 */
const frequentWords: Record<string, string> = {
  af: 'die het en is nie van in om te wat vir met dat hy sy ons word aan as deur ook kan was sal hulle wees maar daar hierdie baie nog wie wanneer waar hoe hoekom watter hoeveel',
  az: 'və bir bu ki ilə da də üçün olan kimi o mən sən biz çox daha sonra isə edir olur görə onun bütün amma yox var kim nə haçan harada necə niyə hansı',
  be: 'і ў не на што з да ён яна гэта як ад яго якія для па быў была былі але мы вы яны пры таксама ці у за ёсць няма каб хто калі дзе чаму колькі які',
  bg: 'и на в се за да от е с не са че по като към който която които което има го при след или бъде беше това тази този са ще но във до още между кой какво кога къде колко защо как коя',
  ca: 'el la els les i de del dels que a amb per en un una no és són ha han va al als aquest aquesta més però com també on seva seu o ser està entre fins quan molt qui què quant quina quin',
  cs: 'a v se na je že s z do o i to k ve pro za by ale jsou jako po od jeho která který které byl byla bylo jsem není při nebo také tak už mezi podle než jsme pouze až aby co jak kde kdo kdy kolik proč jaký jaká dlouho',
  cy: 'y yr yn i o a ar am ei eu mae oedd bod nid gan wrth fel hwn hon mewn wedi bydd cael ac gyda neu hefyd dros pwy beth pryd ble sut pam faint',
  da: 'og i at det er en den til af på de som med der for ikke et har var fra han hun jeg blev kan skal eller men også efter ved blive været meget mellem når hvor hvad mod deres hvis vil hvem hvornår hvordan hvorfor hvilken hvilket længe',
  eo: 'la kaj de en estas al por kun ne ke li ŝi ili mi vi ni tiu ĉi estis sed pri el ĝi sur per kiu kiuj oni aŭ tio',
  es: 'del los las una por con su para es lo como más pero sus le ya este sí porque esta entre cuando muy sin sobre también',
  pt: 'quanto quantos quanta quantas',
  ru: 'почему сколько зачем куда',
  et: 'ja on ei et see oli kui ta ka mis oma kes aga või ning seda nii välja siis kuid selle pärast ole ma me nad olid mitte veel kõik olema mida millal kus kuidas miks milline palju kaua',
  eu: 'eta da ez bat du dira zen ere baina edo hau hori izan den dute dela baten duen ziren oso egin bere baino beste nor zer noiz non nola zergatik zenbat',
  fi: 'ja on ei se että hän oli joka mutta ovat kun niin myös tai kuin hänen jos ole sen olla mitä vain ne ollut jotka sekä tämä voi ovat nyt mukaan siitä kanssa vuonna sitä missä kuka mikä milloin miten miksi kuinka paljonko kauan',
  ga: 'an na agus i ar is go a le do bhí ag tá sé sí ach nach don den leis san mar atá níl ó seo sin iad cé cad cathain cá conas cén',
  gl: 'o a os as e de do da dos das que en no na un unha por con para é non se máis como pero ao á foi son está polo pola seu súa tamén moi entre ou cando onde isto nos quen canto cal',
  hr: 'i u je se na da su od za s koji koja koje kao ne o sa ili biti bio bila bilo te nije iz će po do što ali kako može samo više između prema tijekom nakon gdje tko kada koliko zašto kakav dugo',
  hu: 'a az és hogy nem is egy ez meg de van volt csak már el mint még ha vagy lesz azt ezt amely sem után minden pedig között ki akkor majd lehet kell fel neki mert szerint alatt mi mikor hol hogyan miért mennyi melyik meddig hány',
  id: 'yang dan di dari dengan untuk pada ini itu dalam tidak adalah ke akan oleh atau juga sebagai telah bahwa dapat karena lebih mereka kami ada bisa saya anda tersebut saat kepada tetapi sudah siapa apa kapan mana bagaimana mengapa berapa',
  is: 'og að í á er sem það til um við hann var með ekki en af þá fyrir hún þetta ég þeir frá eru eða var hafa verið þess einnig þar svo kemur hver hvað hvenær hvar hvernig hvers',
  kk: 'және бір бұл мен үшін бар емес де да болды осы ол сол деп болып кейін туралы оның біз сіз олар немесе кім не қашан қайда қалай неге қанша',
  la: 'et in est non ad ut cum sed quod qui quae esse sunt ex per si atque aut enim hoc autem eius nec erat ab etiam ipse',
  lt: 'ir yra į kad su iš tai buvo ne kaip jis ji bet o už apie nuo iki ar jo jos po per taip pat kuris kurie šis arba tik jų būti gali prie dar kai pagal kas kada kur kodėl kiek koks kokia ilgai',
  lv: 'un ir ar no uz ka par kas tā bija ne tas šis vai arī pēc bet to kā lai pie viņš viņa gada tika nav pie kad jau var līdz būt tiek savu kur kāpēc cik kāds kāda ilgi',
  mk: 'и на во се од да е за со не што ги го по како кој која кои беше биде но или има е ќе тоа овој оваа при меѓу до тие му нема кога каде колку зошто',
  mt: 'il li ta u fl ma kien hija huwa biex minn dan din għal mill jew lil dawn ikun hemm dwar wkoll',
  no: 'og i det er på til som en av for at med de ikke den har var et fra han hun jeg ble kan skal eller men også etter ved blitt vært mye mellom når hvor hva mot deres hvis vil seg noe bare hvem hvordan hvorfor hvilken hvilket lenge',
  pl: 'i w na z się nie że do to jest jak o po przez od dla za który która które ale oraz są był była było jego jej co tak czy lub już przy może tylko być ze także tym tego a kto kiedy gdzie dlaczego ile jaki jaka długo',
  ro: 'și în de la a cu pe un o care nu din este că pentru mai sau sunt ca se fi fost al ale lui ei dar prin după ce cel cea această acest aceasta au era ar între când unde cine cât câte câți cum',
  sk: 'a v sa na je že s z do o aj to k vo pre za by ale sú ako po od jeho ktorá ktorý ktoré bol bola bolo som nie pri alebo tiež tak už medzi podľa než sme len až aby čo kde kto kedy prečo koľko aký aká dlho',
  sl: 'in je v na da se za so ki z ne pa po tudi kot iz ni bil bila bilo od ali pri do ga lahko kako samo več med sem smo vendar če ker kjer že bo kdo kaj kdaj kje zakaj koliko kakšen dolgo',
  so: 'waa oo ka ku in iyo ah uu ay la u soo kale ayaa wuxuu waxay ama laakiin aan',
  sq: 'të e në një për me dhe që i nga nuk është si do se janë ka u më kjo ky por edhe pas ishte kur prej deri ai ajo ose kush çfarë ku pse sa cili',
  sr: 'и у је се на да су од за са који која које као не о или бити био била било те није из ће по до што али како може само више између према након где ко шта када колико зашто дуго',
  sv: 'och i att det som är en på av för med den till inte har de om ett var från han hon jag blev kan ska eller men också efter vid blivit varit mycket mellan när där vad mot deras sig ut nu man vara vem hur varför vilken vilket länge',
  sw: 'ya na wa kwa ni katika za la kuwa cha hii huo au lakini kama hiyo watu yake pia vya huu alikuwa kutoka sana nani nini lini wapi vipi gani ngapi',
  tl: 'ang ng sa na mga ay at si ni ito para hindi kung may siya ako mo niya kay nila isang dahil ngunit mayroon din lamang sino ano kailan saan paano bakit ilan',
  tr: 've bir bu da de için ile olarak çok daha gibi olan en ne o ben sen biz kadar sonra var ama ya değil her mi ki ise ancak göre olduğu tarafından veya onun nasıl nerede bunu kim zaman neden kaç hangi',
  uk: 'і в на що не з до у та за як це від його вона він для по був була були але ми ви вони при також чи який яка які є й або щоб про ще хто коли де чому скільки довго',
  vi: 'và của là có không được trong cho một các với người những này đã khi để đến từ như cũng trên ở về tại sẽ đó nhưng vì hay nào tôi bạn ai gì đâu sao bao nhiêu lâu',
};

/** Letters that few languages write. */
const tellingLetters: Record<string, string> = {
  az: 'ə',
  be: 'ўі',
  ca: '·',
  cs: 'ěřů',
  da: 'øæ',
  de: 'ß',
  eo: 'ĉĝĥĵŝŭ',
  es: 'ñ¿¡',
  et: 'õ',
  gl: 'ñ',
  hr: 'đć',
  hu: 'őű',
  is: 'ðþæ',
  kk: 'әғқңөұүһі',
  lt: 'ėųįąę',
  lv: 'ļķņģīā',
  mk: 'ѓќѕј',
  mt: 'ħġż',
  no: 'øæ',
  pl: 'łąężźćśń',
  pt: 'ãõ',
  ro: 'șțăşţ',
  ru: 'ыэё',
  sk: 'ľĺŕô',
  sq: 'ë',
  sr: 'ђћџјљњ',
  tr: 'ğış',
  uk: 'їєґі',
  vi: 'ơưđạảấầẩẫậắằẵặẹẻẽếềểễệịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ',
};

/** Every language that is told by its words. */
export const languagesByWords: readonly string[] = [...new Set([...knownLanguages, ...Object.keys(frequentWords)])];

/** Which languages (places in `languagesByWords`) a lower-case word or letter speaks for. */
export interface LanguageIndex {
  words: ReadonlyMap<string, readonly number[]>;
  letters: ReadonlyMap<string, readonly number[]>;
}

let index: LanguageIndex | undefined;

/** The index of all lists, made once when first asked for. */
export function languageIndex(): LanguageIndex {
  index ??= makeIndex();
  return index;
}

function makeIndex(): LanguageIndex {
  const words = new Map<string, number[]>();
  const letters = new Map<string, number[]>();
  for (const [place, language] of languagesByWords.entries()) {
    const known = knownLanguages.find((each) => each === language);
    const listed = new Set([...(known ? stopWords(known) : []), ...(frequentWords[language] ?? '').split(' ')]);
    listed.delete('');
    for (const word of listed) add(words, word, place);
    for (const letter of tellingLetters[language] ?? '') add(letters, letter, place);
  }
  return { words, letters };
}

function add(map: Map<string, number[]>, key: string, place: number): void {
  const found = map.get(key);
  if (found) found.push(place);
  else map.set(key, [place]);
}
