import { foldWord } from '@parley/text';
import type { Language } from './function-words.ts';
import { wordStem } from './word-stem.ts';

/**
 * What letters, contracts, minutes, notices and house rules speak of, a line each: words of English, German, Spanish and French with
 * one meaning or so near to it that a question about the one may be answered by the other. `zahl-` stands for all that begins so.
 */
const everyday = `
pay paid payment payable settle instalment charged|zahl- bezahl- begleich- beglich- überweis-|pagar paga pagan pago pagos pague abonar abon-|payer paie paient paiement régl-
cost price fee charge rate fare tariff expensive cheap|kost- preis- gebühr- teuer entgelt tarif-|precio- cuest- importe caro cara barat- coste costes tarifa- vale|prix frais cher chère coût- tarif-
deposit retainer advance upfront|kaution anzahl- pfand|fianza depósito anticip- adelant- señal|caution acompte arrhes
refund reimburs- return credit back|erstatt- rückerstatt- zurückzahl- zurück|reembols- devol- devuel-|rembours- rendu rendue
cancel- withdraw-|absag- stornier- kündig- widerruf- rücktritt abmeld-|anul- rescind- cancel-|annul- résili-
notice terminat- quit|kündig- frist-|preaviso rescis- rescind-|préavis résili-
begin start commenc- open|beginn- anfang- start- eröffn-|empiez- empez- comienz- comenz- inici- empieza|commenc- début-
end finish close expir- deadline until|schluss ablauf- endet ende frist|acab- final- venc- caduc- termin- plazo|termin- expir- échéance fin
open hours|geöffnet öffnungszeit- offen öffnet|abierto abierta abre abren apertura horario|ouvert- ouvre- horaire-
close shut|geschlossen schließ- schliess- zu|cerr- cierr-|ferm-
arriv- check-in|ankunft ankomm- anreis-|lleg-|arriv-
leave depart- vacat- check-out|abfahr- abreis- auszug auszieh- verlass-|salir salida sale salen|quitt- part- départ-
meet gather assembl- session|treff- versamml- sitzung-|reunion reun- junta asamblea encuentr-|réunion rencontr- assemblée
vote ballot motion passed unanim- abstention against favour|stimm- abstimm- wahl gewählt wahlen enthaltung- einstimmig beschluss angenommen|votar votación voto votos abstención- unanim-|vot- scrutin unanim-
elect chair president|vorsitz- obmann präsiden- leit-|presiden- eleg- elección|présiden- élu élection
treasurer accounts books cash|kass- schatzmeister bücher|tesorer- contab- cuentas|trésor- comptes
check inspect- examin- audit test verif-|prüf- kontroll- untersuch- überprüf- geprüft|revis- inspec- comprob- control-|contrôl- vérifi- inspect-
repair mend fix|reparier- reparatur- instand- beheb-|arregl- repar-|répar-
broken defect- fault- damage- crack- fail-|defekt- kaputt schaden schäden beschäd- störung-|avería- averi- estrope- desperfecto- roto rota daño-|casse cassé panne défect- dégât-
complain- complaint- object- appeal grievance|beschwer- reklam- bemäng- widerspr-|quej- reclam-|réclam- plainte-
contact call ring phone telephon- reach ask|anruf- telefon- erreich- kontakt- wend- ansprech- rufnummer handy|llam- teléfono- móvil- dirig- contact-|appel- téléphon- joindre contact-
urgent emergenc- hurry|eilig- dringend- notfall- notfäll-|urgen- emergencia|urgen-
rent hire let leas- tenan- lodger|miet- pacht- verleih-|alquil- arrend- inquilin-|locat- loyer louer
stay night overnight sleep accommodat- lodg- bed|übernacht- schlaf- schläf- unterkunft nacht|dormir duerm- noche- aloj- pernoct- cama|dorm- nuit- héberg- lit
people person guest visitor|person- gäste gast leute besucher-|persona- huésped- gente visitant-|personne- hôte- visiteur-
child children kid boy girl son daughter pupil minor baby|kind kinder- kindes jung- mädchen sohn tochter baby|niño niña niños niñas hijo hija hijos menor menores alumno- alumna-|enfant- fils fille-
parent mother father mum dad famil-|eltern- mutter vater familie-|padre- madre- familia-|parent- mère père famille-
dog cat pet animal hen rabbit|hund hunde- katze- tier tiere- haustier- vierbeiner|perr- gato- gata- mascota- animal-|chien- chat chats anima-
food eat meal dinner lunch breakfast supper nuts allerg- dish|essen isst mahlzeit- frühstück- mittag- abendessen speis- allerg- kost verpfleg-|comida- comer come desayun- cena almuerzo alerg- menú|repas manger déjeuner dîner aller- petit-déjeuner
drink water coffee tea wine beer alcohol|trink- getränk- wasser- kaffee wein bier|beber bebid- agua café vino|boire boisson- eau café vin
clothes clothing wear dress coat costume jacket shoes uniform trousers boots|kleid- trag- hose- schuh- jacke- mantel|ropa vestir vest- zapat- calzado llevar|vêtement- chaussur- porter manteau
weather rain snow storm wind frost heat ice winter|wetter- winter- regen- regnet schnee- sturm- hitze frost|tiempo lluvia lluev- llueve nieve viento tormenta|temps météo pluie neige vent
car vehicle van lorry truck|auto autos wagen fahrzeug- pkw|coche- vehícul- furgonet-|voiture- véhicul-
park parking|park- stellpl-|aparc- estacion- parking|stationn- parking garer
bus coach train transport station stop|bahn bus haltestelle- zug bahnhof fahr-|autobús- autocar tren parada autobuses estación|gare arrêt train bus
way route path detour diversion road street|weg strecke umleit- straße- strasse-|camino ruta desvío carretera calle|chemin route rue détour déviation
fetch collect pick|abhol- holen geholt|recog- recoj- retir-|récupér- chercher retir-
deliver- bring send sent ship post shipping postage|liefer- bring- versand- schick- send- einsend- porto zurückschick-|entreg- enví- envi-|livr- envoi- envoy-
key code lock|schlüssel- code- schloss|llave- código-|clef- clé code
money cash budget balance sum amount total account|geld- kasse bargeld betrag summe guthaben konto|dinero efectivo saldo importe cuenta presupuesto|argent solde compte montant budget
cash coin notes|bar bargeld münz-|efectivo moned- billete-|espèces monnaie liquide
card transfer bank debit|karte karten überweis- lastschrift bank|tarjeta- transferenc- banco|virement carte banque
invoice bill receipt|rechnung- quittung beleg- kaufbeleg|factur- recibo|factur- reçu
insur- cover liab- policy|versicher- haft-|seguro póliza asegur-|assur-
guarantee warranty guarantor surety|garant- gewährleist- bürg-|garant- aval-|garant- caution
loan lend borrow credit|darlehen kredit- leih- ausleih-|prést- prest- crédit-|prêt emprunt crédit
contract agreement order contractor|vertrag- auftrag- vereinbar-|contrat- acuerd-|contrat- accord
company firm business contractor ltd inc supplier builder|firma firmen unternehmen betrieb gmbh|empresa- compañía- sociedad|entrepris- société
offer quote quotation estimat- tender|angebot- kostenvoranschlag|ofert- presupuest-|offre- devis
buy purchas- bought acquir-|kauf- erwerb- gekauft|compr-|achet- achat-
sell sale sold|verkauf-|vend- venta ventas|vend- vente-
discount reduc- cheaper concession rebate student senior|schüler- rentner- rabatt- nachlass ermäßig- ermässig- vergünstig-|descuent- rebaj- reducid-|remise réduc- rabais
free gratis|kostenlos- umsonst gebührenfrei gratis unentgeltlich|gratis gratuit-|gratuit- offert-
member membership join|mitglied- beitritt beitret-|socio- socia- miembr-|membre- adhér- adhés-
help volunteer assist- aid|hilf- helf- ehrenamt- freiwillig-|ayud- voluntari-|aide- bénévol-
teach- instruct- coach train- tutor|lehr- erzieh- kursleit- trainer-|profesor- monitor- maestr- entrenador-|moniteur- enseign- professeur
course class lesson workshop|kurs- unterricht- stunde|curso- clase- taller- cursillo-|cours leçon- atelier stage
doctor physician dentist vet nurse surgeon practice clinic surgery|arzt- ärzt- praxis tierarzt- klinik-|médic- doctor- veterin- clínic- consulta|médecin docteur vétérin- cabinet
medicine medic- drug tablet pill inhaler|medikament- arznei- tablette-|medicament- medicina- pastilla-|médicament-
ill sick disease pain hurt injur- accident|krank- schmerz- verletz- unfall-|enferm- dolor- herid- accident-|malad- douleur- bless- accident
danger hazard warning risk|gefahr- gefähr- warn- risiko|peligr- aviso riesgo|danger- risque
fire smoke burn bonfire barbecue flame|feuer- brand- rauch- grill- brenn-|fuego humo fumar incend- barbaco- quem-|feu fumer incend- barbecue brûl-
rubbish waste refuse trash bin recycl- dump|müll- abfall- abfäll- entsorg-|basura residuo- recicl-|déchet- poubelle tri
clean wash wipe clear sweep|räum- kehr- fegen reinig- putz- wasch- wisch- sauber-|limpi- lavar lavado|nettoy- laver ménage
noise loud quiet|lärm- laut- ruhe ruhig- leise|ruido silenci-|bruit calme
heat heating warm temperature|heiz- warm- wärm- temperatur-|calefac- calor temperatur- calient-|chauff- chaud température
electric- power plug socket mains|strom- elektri- netzstecker steckdose|electric- luz corriente enchuf-|électri- courant prise
door gate entrance|tür- tor tore eingang-|puerta- entrada portón|porte portail entrée
allow- permit- permission may forbid- prohibit- ban welcome|erlaub- durf- darf dürf- verbot- gestatt- untersag- zulässig|permit- prohib- admit- autoriz- puede pueden|permis autoris- interdit- permet
must required obligat- compulsory|muss müssen pflicht- verpflicht- erforderlich|oblig- necesari- debe deben hay|oblig- faut doit doivent
fine penalty surcharge|straf- buße bußgeld busse mahn- säumnis-|multa- penaliz- recarg-|amende- pénalité
late delay overdue arrears|spät- verspät- verzug|tarde retras- demor- tardí-|retard-
sign register registr- enrol- book reserv- apply applic- form|anmeld- buch- reservier- antrag- anträg- formular- unterschr-|inscri- apunt- matricul- solicit- formul- reserv- firm-|inscri- demand- formulaire réserv- sign-
manag- lead run responsible direct- charge|leit- verantwort- zuständig- betreu-|dirig- direct- responsab- encarg- gestion-|respons- gér- direct-
move removal relocat-|umzug- umzieh- zieht transport-|mudanz- trasl-|déménag-
work job staff employ-|arbeit- beruf- mitarbeit- personal|trabaj- emple- personal|travail- employ- personnel
holiday vacation break|urlaub- ferien- feiertag-|vacacion- festiv-|vacance- congé- férié-
party celebrat- festival event feast parade|fest- feier- veranstalt- umzug-|fiest- celebr- event-|fête- événement-
minutes secretary record|protokoll- schriftführ-|acta actas secretar-|procès-verbal secrétaire
age old born birthday|alter alt geboren geburt-|edad nacid- nacim- cumple-|âge âgé- naissance né
size big large dimension area|groß- größ- fläche-|tamaño medid- superfic- grande|taille surface grand-
deep depth|tief-|profund-|profond-
percent percentage share part portion half|anteil- prozent- hälfte|porcentaj- ciento parte mitad|pourcent- part moitié
increase raise rise|erhöh- steig- anheb-|aument- subid- sube|augment- hausse
reduc- lower cut fall|senk- verringer- sink-|rebaj- reduc- baj-|baiss- rédui-
stop halt pause interrupt-|stopp- unterbrech- anhalt-|deten- interrump- parar|arrêt- interromp-
switch turn press button|einschalt- ausschalt- eingeschaltet ausgeschaltet drück- taste- anmach- knopf|encend- apag- puls- botón|allum- étein- bouton appuy-
lost found missing|verlor- verlier- fundsach- gefunden|perdid- perder pierd- encontr-|perdu- perdre trouv-
prize award win winner|gewinn- sieger- preis|premio ganar ganad- gana|gagn- prix lauréat
match game play team opponent|spiel- mannschaft- gegner|partid- jugar juega equip-|match jouer équipe- joue
ticket admission entry pass|eintritt- fahrschein- karte karten|entrad- abono bono billete-|billet- entrée
shop store market|laden läden geschäft- markt|tienda- mercad-|magasin- boutique- marché
photo picture image shot|foto- bild-|foto- imagen|photo- image-
letter mail email message write|brief- nachricht- schreib- geschrieben verfass- mail|carta- corre- mensaj- escrib-|lettre- courrier- écri- message
boat ship vessel yacht berth mooring|boot- schiff-|barco- embarcac-|bateau-
swim pool bath|schwimm- becken bad bäder|piscin- natación nadar baño-|piscine- nag- bain
bike bicycle cycle|fahrrad- fahrräd- rad|bici-|vélo-
evening night tonight|abend- nacht|tarde noche|soir-
morning forenoon|vormittag- morgens morgen|mañana|matin-
weekend saturday sunday|wochenend- samstag- sonntag-|sábado- domingo- fin|samedi dimanche week-end
monday tuesday wednesday thursday friday|montag- dienstag- mittwoch- donnerstag- freitag-|lunes martes miércoles jueves viernes|lundi mardi mercredi jeudi vendredi
school|schul-|escuel- colegi-|école-
gift present donat- sponsor|geschenk- spend-|regalo- donac- donativ-|cadeau- don dons
owner landlord|eigentüm- besitz- vermiet-|dueñ- propiet-|propriét-
tenant customer client guest|kund- gast mieter-|client- inquilin-|locataire client-
absent missing excused apologies|fehl- gefehlt entschuldig- abwesen-|ausent- falt- excus-|absen- excus-
present attend- participa-|anwesen- teilnehm- teilgenommen|asist- presen- particip-|présen- particip-
county district region|landkreis- kreis bezirk-|comarca provincia región|département région
light lamp bulb|licht- lampe- leucht- birne|luz lámpara- bombilla- fundid-|lumière lampe ampoule
window|fenster-|ventana-|fenêtre-
roof|dach-|tejado- azotea|toit-
floor storey|stock stockwerk etage boden|piso- planta|étage- sol
kitchen|küche-|cocina-|cuisine
neighbour|nachbar-|vecin-|voisin-
stairs staircase|treppe-|escalera-|escalier-
lift elevator|aufzug- fahrstuhl lift|ascensor-|ascenseur-
paint decorat-|streich- gestrichen maler-|pint-|peint-
colour color|farb-|color-|couleur-
year|jahr-|año-|an année-
month|monat-|mes meses mensual-|mois mensuel-
week|woch-|semana-|semaine-
hour|stunde- uhr|hora-|heure-
number|nummer anzahl zahl|número-|numéro nombre
wife husband spouse partner|frau mann ehe-|espos- marido mujer|femme mari
club association|verein- klub|club asociación|club association
town city municipality|stadt gemeinde-|ciudad ayuntamiento municip-|ville commune mairie
date appointment|datum termin-|fecha- cita-|date rendez-vous
next|nächst-|próxim- siguient-|prochain-
address|adress- anschrift|dirección domicilio|adresse
law court|recht gericht gesetz-|ley tribunal juzgado|loi tribunal
died death|gestorben tod verstorb-|muer- falleci-|mort décéd-
beginner novice learner newcomer|anfäng- einsteig- neuling-|principiant- novat-|débutant-
choose decide select agree chosen|entscheid- entschied- wähl- beschl- beschloss-|eleg- elig- decid- acord-|chois- décid-
reason because why|grund weil wegen warum|motivo porque razón|raison parce
replac- exchange swap substitut-|ersatz- ersetz- austausch-|reemplaz- sustitu- cambi-|remplac- échang-
build built construct- erect|bau baut bauen gebaut errichtet|constru-|constru- bâti-
new newly|neu-|nuev-|nouv- neuf
answer reply respond|antwort-|respuest- respond- contest-|répon-
room hall|zimmer raum räume saal halle|habitacion- sala aula cuarto|chambre- salle- pièce
grow plant garden tree crop|pflanz- garten baum bäume beet|plant- jardín árbol-|plant- jardin arbre-
rule regulation condition|regel- vorschrift- bedingung-|norma- regla- condicion-|règle- condition-
committee board council|vorstand- ausschuss rat|junta comité consejo ayuntamiento|comité conseil bureau
support grant subsidy funding|förder- zuschuss- zuschüss-|subvenc- ayuda-|subvention- aide-
`;
const order: readonly Language[] = ['en', 'de', 'es', 'fr'];

const shortestPart = 4;
const shortestBeginning = 3;

interface Words {
  /** Numbers of lines by the stem of a word. */
  whole: Map<string, number[]>;
  /** By the beginning of a word. */
  begun: Map<string, number[]>;
}
const tables = new Map<Language, Words>();

function load(): void {
  for (const language of order) tables.set(language, { whole: new Map(), begun: new Map() });
  for (const [meaning, line] of everyday.trim().split('\n').entries())
    for (const [place, words] of line.split('|').entries())
      for (const word of words.split(' ')) {
        const isBeginning = word.endsWith('-');
        const table = tables.get(order[place] ?? 'en')?.[isBeginning ? 'begun' : 'whole'];
        const key = isBeginning ? foldWord(word.slice(0, -1)) : wordStem(word);
        table?.set(key, [...(table.get(key) ?? []), meaning]);
      }
}

/** What a stem of a language may mean, as numbers: of a long word what it ends with counts too, as in "Zahnarztrechnung". */
function meaningsOf(stem: string, language: Language): number[] {
  if (tables.size === 0) load();
  const words = tables.get(language);
  if (!words) return [];
  const found = meaningsFrom(stem, words);
  const isCompound = language === 'de';
  for (let from = 3; isCompound && from + shortestPart <= stem.length && found.length === 0; from++)
    found.push(...meaningsFrom(stem.slice(from), words));
  return found;
}

function meaningsFrom(part: string, { whole, begun }: Words): number[] {
  const found = [...(whole.get(part) ?? [])];
  for (let length = part.length; length >= shortestBeginning; length--)
    found.push(...(begun.get(part.slice(0, length)) ?? []));
  return found;
}

/** Compares stems of the words of a text with one stem by what they mean in everyday texts; the two may be of two languages. */
export function meantAlike(asked: string, language: Language, textLanguage: Language): (stem: string) => boolean {
  const mine = new Set(meaningsOf(asked, language));
  return (stem) => mine.size > 0 && meaningsOf(stem, textLanguage).some((meaning) => mine.has(meaning));
}
