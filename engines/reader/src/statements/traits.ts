import { foldWord } from '@parley/text';
import { wordStem } from '../text/word-stem.ts';

/** What sort of value a trait has. */
const kinds = ['money', 'percent', 'count', 'date', 'person', 'code', 'quality'] as const;
type TraitKind = (typeof kinds)[number];

/** What documents tell of things: words of English, German, French and Spanish for one trait. */
export interface Trait {
  name: string;
  kind: TraitKind;
  /** Of traits with one axis only one can be meant: what is net is not gross. */
  axis?: string;
}

/**
 * A line each: the name with its axis, and its words by language. `zahl-` stands for all that begins so, `-miete` for all that ends so.
 */
const table: Record<TraitKind, string> = {
  date: `
begin/moment|begin begins began beginning start starts starting started commenc- effective opens|beginn- anfang start- anfängt antritt- -beginn -start|début commenc- débute prend dès|inicio inici- comienz- empiez- empieza desde
end/moment|end ends ending ended expir- terminat- until till|ende endet endend- befrist- ablauf- ablaufen läuft -ende|fin termine expir- jusqu-|fin final- termin- hasta caduc-
due/moment|due payable deadline latest|fällig- zahlbar zahlungsfrist zahlungsziel frist spätestens|échéance exigible limite|vencimiento vence vencen plazo límite
signed/moment|signed|unterzeichn- unterschrieben|signé-|firmad-
birth/moment|born birth birthday|geboren- geburt- geb|né née naissance|nacid- nacimiento
issued/moment|dated issued issue|ausgestellt ausstellung- rechnungsdatum|émis- émission daté-|expedid- emisión fechad-
delivered/moment|delivered delivery arrived|leistung- lieferdatum geliefert- erbracht-|livr- prestation|entreg- recibid-
ordered/moment|ordered|bestellt bestelldatum|commandé-|pedido
valid/moment|valid validity|gültig- gilt|valable valid-|válid- validez
revised/moment|revised revision|überarbeit- geändert stand|révis-|revisad-
answer/moment|answer reply respond response|antwort- bescheid rückmeldung|répon-|respuest- respond- contest-
visit/moment|visit visits|besuch- besichtig- ausflug|visite-|visit-
cancelled/moment|cancel- terminat- notice|kündig- storn-|résili- annul-|cancel- anul- baja rescis-`,
  money: `
rent|rent rental|miete -miete mietzins pacht|loyer loyers|alquiler renta
deposit|deposit bond|kaution -kaution anzahlung|caution acompte arrhes dépôt|fianza depósito señal
price|price prices cost costs costing|preis -preis kosten kostet -kosten|prix coût- coûte-|precio- cuesta cuestan coste-
wage|wage wages salary pay earn- remuneration|lohn -lohn gehalt -gehalt vergütung verdien- bezügen|salaire rémunération|salario sueldo retribución
loan|loan lends lent lend principal|darlehen darlehens- kredit-|prêt emprunt|préstamo
fee|fee fees charge charges|gebühr -gebühr entgelt|frais honoraires|tarifa- comisión cuota-
instalment|instalment- installment-|rate raten -rate|mensualité- échéance|cuota- plazo-
contribution|subscription membership dues premium|beitrag -beitrag prämie|cotisation prime|cuota- prima
fine|penalty fine|vertragsstrafe bußgeld strafe|amende pénalité|multa- sanción
tax/part|vat tax gst|mwst ust umsatzsteuer mehrwertsteuer|tva|iva nif cif
net/part|net untaxed excluding|netto netto- -netto|ht hors|neto base sin-iva
gross/part|gross including incl|brutto brutto- -brutto|ttc|bruto con-iva
total|total sum altogether|summe gesamt- insgesamt -summe endbetrag rechnungsbetrag|total montant somme|total importe suma
paid|paid|bezahlt gezahlt|payé payée réglé-|pagad- abonad-
refund|refund- credit-|erstatt- gutschrift-|rembours- avoir|reembols- devol-
budget|budget quote quotation estimate offer|angebot -angebot kostenvoranschlag|devis offre|presupuesto- oferta
fare|travel fares|fahrkosten fahrtkosten reisekosten|déplacement|desplazamiento dietas viaje
excess|excess deductible|selbstbeteiligung selbstbehalt|franchise|franquicia
insured|insured cover|versicherungssumme versichert|assuré-|asegurad-`,
  percent: `
interest|interest|zins zinsen -zins zinssatz|intérêt- taux|interés intereses
discount|discount rebate|rabatt -rabatt skonto nachlass|remise rabais escompte|descuento-`,
  quality: `
monthly/period|monthly month|monat- -monat|mensuel- mois mensualité-|mensual- mes
yearly/period|yearly annual year annually|jahr- jähr- -jahr|annuel- an année|anual- año
weekly/period|weekly week|woche wöchentlich- wochen-|semaine hebdo-|semana- semanal-
daily/period|daily|täglich- tages-|quotidien- jour|diari-
quarterly/period|quarterly quarter|quartal- vierteljährlich-|trimestr-|trimestr-
offered|offer- propos-|angebot- anbiet- anbot-|propos- offert-|ofert- ofrec-
hourly/period|hourly hour|stunde stunden- stündlich-|heure horaire|hora-
least/bound|minimum min least lowest|mindest- minimal-|minimum minimal-|mínim-
most/bound|maximum max most highest|höchst- maximal-|maximum maximal- max|máxim- aforo
child/age|child child- children kid kids|kind kindes kinder-|enfant enfants|niñ-
adult/age|adult adults|erwachsen-|adulte adultes|adulto adultos adulta adultas
first/order|first|erst-|premier première|primer primera primero
last/order|last|letzt-|dernier dernière|últim-`,
  person: `
tenant/party|tenant lessee|mieter- mieterin|locataire|inquilin- arrendatari-
landlord/party|landlord landlady lessor|vermieter-|bailleur bailleresse propriétaire|arrendador- casero casera propietari-
buyer/party|buyer customer client purchaser recipient|käufer- kunde kundin kunden auftraggeber- empfänger-|client cliente acheteur destinataire|client- comprador- destinatari-
seller/party|seller vendor supplier issuer|verkäufer- lieferant- auftragnehmer-|vendeur fournisseur|vendedor- proveedor-
employer/party|employer|arbeitgeber-|employeur|empleador- empresa
employee/party|employee worker|arbeitnehmer- mitarbeiter-|salarié- employé-|emplead- trabajador-
lender/party|lender|darlehensgeber-|prêteur|prestamista
borrower/party|borrower|darlehensnehmer-|emprunteur|prestatari-
guarantor/party|guarantor surety|bürge bürgin|garant|avalista fiador
insurer/party|insurer|versicherer|assureur|aseguradora
insuree/party|policyholder|versicherungsnehmer-|souscripteur|tomador
witness/party|witness|zeuge zeugin|témoin|testigo
notary/party|notary|notar-|notaire|notari-
president/party|president chair chairman chairwoman chairperson|vorsitzende- präsident-|président-|president-
treasurer/party|treasurer|kassenwart- schatzmeister- kassier-|trésorier-|tesorer-
secretary/party|secretary|schriftführer- sekretär-|secrétaire|secretari-
manager/party|manager director|leiter- geschäftsführer-|directeur directrice gérant-|director- gerente
caretaker/party|caretaker janitor|hausmeister-|concierge gardien-|conserje portero
host/party|host hostess|gastgeber-|hôte hôtesse|anfitrión anfitriona
chef/party|chef cook|koch köchin küchenchef-|chef cuisinier-|cociner- chef
doctor/party|doctor physician surgeon consultant|arzt ärztin|médecin docteur|médic- doctor doctora
nurse/party|nurse|krankenschwester pfleger-|infirmi-|enfermer-
patient/party|patient|patient-|patient-|paciente
teacher/party|teacher|lehrer-|professeur enseignant-|profesor- maestr-
guide/party|guide|führer- führung|guide|guía
fitter/party|fitter mechanic technician|monteur- techniker-|technicien- monteur|técnic-
contact/party|contact|ansprechpartner- kontakt|contact interlocut-|contacto
author/party|author writer|autor- verfasser-|auteur auteure|autor autora
trainer/party|trainer coach instructor|trainer- übungsleiter-|entraîneur moniteur|entrenador- monitor-`,
  count: `
guests|guests guest people persons|gäste personen|personnes invités|personas invitados huéspedes aforo
students|students pupils|schüler- kinder|élèves|alumn-
guarantee|guarantee warranty|garantie- gewährleistung|garantie|garantía
notice|notice|kündigungsfrist frist|préavis|preaviso
probation|probation trial|probezeit|essai|prueba
duration|duration term|dauer -dauer laufzeit|durée|duración vigencia
area|area surface|fläche -fläche|surface superficie|superficie
leave|leave vacation holiday holidays|urlaub- urlaubstage|congé congés|vacaciones`,
  code: `
customernumber|customer-number account-number|kundennummer kundennr|client|cliente
postcode|postcode postal zip zipcode|postleitzahl plz|postal|postal
reference|reference ref|kennziffer referenz- aktenzeichen zeichen|référence réf|referencia`,
};

interface Words {
  whole: Map<string, number[]>;
  begun: Map<string, number[]>;
  ended: [string, number][];
}

const traits: Trait[] = [];
let words: Words | undefined;

function load(): Words {
  const made: Words = { whole: new Map(), begun: new Map(), ended: [] };
  const lines = kinds.flatMap((kind) =>
    table[kind]
      .trim()
      .split('\n')
      .map((line) => ({ kind, line })),
  );
  for (const { kind, line } of lines) {
    const [head = '', ...languages] = line.split('|');
    const [name = '', axis] = head.split('/');
    const number = traits.push({ name, kind, ...(axis !== undefined && { axis }) }) - 1;
    for (const word of languages.join(' ').split(' ').filter(Boolean)) {
      if (word.startsWith('-')) made.ended.push([foldWord(word.slice(1)), number]);
      else if (word.endsWith('-')) add(made.begun, foldWord(word.slice(0, -1)), number);
      else for (const key of new Set([foldWord(word), wordStem(word)])) add(made.whole, key, number);
    }
  }
  return made;
}

const add = (map: Map<string, number[]>, key: string, number: number): void => {
  const known = map.get(key) ?? [];
  if (!known.includes(number)) map.set(key, [...known, number]);
};

const shortestBeginning = 3;
const memory = new Map<string, readonly Trait[]>();
const memorySize = 20_000;

/** The traits that a word of a text, a question or a schema may stand for. */
export function traitsOf(word: string): readonly Trait[] {
  const known = memory.get(word);
  if (known) return known;
  if (memory.size >= memorySize) memory.clear();
  const found = findTraits(foldWord(word.toLowerCase()));
  memory.set(word, found);
  return found;
}

function findTraits(folded: string): Trait[] {
  words ??= load();
  const numbers = new Set([...(words.whole.get(folded) ?? []), ...(words.whole.get(wordStem(folded)) ?? [])]);
  for (let length = shortestBeginning; length <= folded.length; length++)
    for (const number of words.begun.get(folded.slice(0, length)) ?? []) numbers.add(number);
  for (const [ending, number] of words.ended)
    if (folded.length >= ending.length + 3 && folded.endsWith(ending)) numbers.add(number);
  return [...numbers].flatMap((number) => traits[number] ?? []);
}
