const wordsOf = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));
/** Phrases of up to three words, between bars or ends of lines. */
const phrasesOf = (list: string): ReadonlySet<string> =>
  new Set(
    list
      .split(/[|\n]/)
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  );

/** What stands before a name and makes it one, in small letters and without its stop. */
export const titles = wordsOf(
  `mr mrs ms miss mx dr prof professor sir herr herrn frau fräulein fr hr señor señora señorita sr sra srta don doña dña monsieur madame mademoiselle mme mlle maître
dra doktor docteur docteure doctor doctora familie famille familia eheleute lic ing abg mgr`,
);

/** Titles that are single letters, of which the stop is a part. */
export const letterTitles = wordsOf('M. Me. D.');

/** Whom a letter or a talk greets, in small letters. */
export const greetings = wordsOf(
  `dear hi hello hey hallo liebe lieber moin servus hola querido querida estimado estimada bonjour bonsoir salut coucou cher chère chers thanks danke gracias merci
buenas ciao morning`,
);

/** Parts of surnames in small letters. */
export const particles = wordsOf(
  'von vom zu zur van der den de del la los las di da dos du do y e i el ben bin ibn al le ter ten af',
);

/** Words with a capital letter that are no part of a name, in small letters. */
export const noNames = wordsOf(
  `all team sir madam colleagues customer customers friends everyone support sales service alle zusammen kollegen kolleginnen kunden damen herren herr frau freunde
equipo todos todas clientes amigos señores señor señora tous toutes équipe clients madame monsieur messieurs mesdames collègues the we i you it is this that there in on at
ich wir sie es das die der vielen danke bitte le la les je nous vous el los yo nosotros professor doctor president präsident direktor director ministre minister bürgermeister
january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday
januar februar märz mai juni juli oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonntag enero febrero marzo abril mayo junio julio agosto septiembre
octubre noviembre diciembre lunes martes miércoles jueves viernes sábado domingo janvier février mars avril juin juillet août septembre octobre novembre décembre lundi mardi
mercredi jeudi vendredi samedi dimanche christmas easter weihnachten ostern navidad noël pâques
street road avenue straße gmbh ag inc ltd llc plc university universität bank hotel restaurant und and y et oder or ou mit with con avec für for para pour von from if when
what who how why can could would should will do does did my your his her our no not yes si sí ja nein oui non un una une ein eine a an as to of by hay soy es son está que qué
quién cómo dónde cuándo por qui où quand comment est pas mais ne se sa son ses mes mi su tu nos ce cette ces des dem den im am zum zur bei wenn wer wie wo was warum hat haben ist
sind iban sepa dni nie nif ssn pin url wlan cv dob id ip`,
);

/** After these a single name follows in whatever letters: people say who they are, or whom they mean. */
export const introductions = phrasesOf(`
my name is | name is | name's | i'm | i’m | i am | this is | it's | it’s | its | am called | called | speaking is | here is | names
mein name ist | name ist | ich heiße | ich heisse | heißt | heisst | ich bin | hier ist | hier spricht | hier schreibt | bin die | bin der | ich bin's | namens | da ist
me llamo | nombre es | soy | aquí | habla | le habla | les habla | se llama | llamado | llamada | de parte de | a nombre de | al nombre de | te escribe | le escribe | nombre
je m'appelle | je m’appelle | m'appelle | m’appelle | s'appelle | s’appelle | mon nom est | nom est | je suis | c'est | c’est | ici | moi c'est | au nom de | nommé | nommée | prénom
on behalf of | in the name of | under the name | under | auf den namen | auf namen | im namen von | name | named | nombre y apellidos | nom | nom complet | name lautet
name as printed | full name | vollständiger name | nombre completo`);

/** What people are to somebody, and what forms call them: a name may follow. */
export const roles = wordsOf(`
mother father mum mom dad wife husband son daughter brother sister partner fiancé fiancée boss manager colleague neighbour neighbor friend tenant landlord lodger guest nanny
customer client patient employee member applicant candidate holder cardholder beneficiary payee passenger student teacher nurse contact attn attention signed recipient insured
driver owner witness aunt uncle cousin grandmother grandfather nephew niece assistant payer account-holder name user sender
mutter vater frau mann sohn tochter bruder schwester partnerin partner chef chefin kollege kollegin nachbar nachbarin freund freundin mieter mieterin vermieter gast
kunde kundin patientin mitarbeiter mitarbeiterin mitglied bewerber bewerberin inhaber inhaberin kontoinhaber kontoinhaberin karteninhaber karteninhaberin empfänger empfängerin
zahlungspflichtiger zahlungspflichtige versicherte versicherter versicherungsnehmer schüler schülerin lehrer lehrerin ansprechpartner ansprechpartnerin zeuge zeugin oma opa tante onkel
neffe nichte enkel enkelin gez unterzeichner absender antragsteller antragstellerin rechnungsanschrift lieferanschrift azubi praktikant praktikantin hausmeister ehemann ehefrau
madre padre mamá papá mujer marido esposa esposo hijo hija hermano hermana pareja jefe jefa compañero compañera vecino vecina amigo amiga inquilino inquilina huésped suegra suegro
cliente clienta paciente empleado empleada trabajador trabajadora socio socia solicitante candidato candidata titular beneficiario beneficiaria pasajero pasajera alumno alumna
profesor profesora contacto firmado destinatario destinataria asegurado asegurada tía tío primo prima abuela abuelo sobrino sobrina ordenante menor remitente testigo dña
mère père maman papa femme mari fils fille frère sœur soeur compagne compagnon conjoint conjointe patron patronne collègue voisin voisine ami amie locataire propriétaire invité
invitée cliente patiente employé employée salarié salariée membre adhérent adhérente candidat candidate titulaire bénéficiaire passager passagère élève professeur interlocuteur
interlocutrice signé destinataire assuré assurée tante oncle cousin cousine grand-mère grand-père neveu nièce épouse époux porteur acquéreur vendeur témoin expéditeur
débiteur stagiaire contact présents absents`);

/** Endings of letters; a name follows, or stands on the next line. */
export const closings = phrasesOf(`
regards | kind regards | best regards | best wishes | best | cheers | sincerely | yours sincerely | yours faithfully | yours truly | yours | thanks | thank you | many thanks | love | warmly | ta
grüße | grüßen | gruß | grüsse | gruss | mfg | vg | lg | beste grüße | viele grüße | liebe grüße | danke | herzlichst | hochachtungsvoll | euer | eure | ihr | ihre | dein | deine | bis dann | tschüss
saludos | un saludo | saludo | atentamente | cordialmente | gracias | un abrazo | abrazo | abrazos | besos | firmado | fdo | muchas gracias
cordialement | bien cordialement | bien à vous | à vous | merci | salutations | sincèrement | amicalement | bises | bisous | à bientôt | bonne journée | d'avance`);

/** Verbs before a name, and words that go with people: the name may be in small letters. */
export const beforePeople = wordsOf(`
ask asked tell told call called text email mail emailed met meet invite invited remind ping thank cc contact reach see saw visit
frag frage fragen fragt sag sage sagt ruf rufe kennt kennst bitte grüß triff traf erinnere
pregunta pregúntale preguntad dile decidle dígale avisa avisad llama llamad conoces felicita dice dijo ha llamado
demande demandez dis dites appelle appelez préviens prévenez vu croisé remercie remerciez`);

/** Verbs after a name: things do not do these. */
export const afterPeople = wordsOf(`
said says told tells asked asks called calls wrote writes wants wanted thinks thought lives works promised replied answered reported agreed emailed phoned rang texted asking
sagt sagte meint meinte fragt fragte schreibt schrieb möchte wohnt arbeitet erzählt erzählte versprach antwortet antwortete ruft rief hat's weiß braucht kennt
dice dijo pide pidió pregunta preguntó escribe escribió quiere vive trabaja llama llamó cuenta contó prometió respondió falta opina cree
dit demande écrit veut habite travaille appelle raconte répond pense croit propose promet`);

/** Before a name these make it that of a thing or a place, in small letters. */
export const thingsBefore = wordsOf(`
company firm film movie book novel opera play musical song painting statue perfume fragrance jeans jacket recipe cocktail whisky whiskey bourbon rum gin vodka foundation brothers
firma kanzlei metzgerei apotheke buchhandlung oper stück roman lied gemälde parfüm rezept stiftung gebrüder flasche flaschen mühle burg schloss
empresa farmacia librería película libro novela ópera obra canción cuadro retrato perfume fundación caja receta castillo finca puente torre ermita mercado metro cabo isla sierra pico
société pharmacie librairie livre opéra pièce chanson tableau parfum fondation bouteille bouteilles recette château pont mont île phare fort cap lac stade salle espace parc jardin
model table chair armchair sofa couch lamp desk shelf bed series storm hurricane cyclone typhoon operation saint st street road avenue hotel café cafe restaurant bar pub bakery
school college university hospital clinic church stadium airport prize award theorem brand ship boat ferry yacht product line collection version release theme font perfume
lake mount mountain river fort port cape island santa san são santo saint sainte sankt ste
modell tisch stuhl sessel regal bett lampe serie kollektion sturm sturmtief orkan tief hoch hochdruckgebiet straße platz weg allee gasse gasthof gasthaus pizzeria bäckerei schule gymnasium
klinik krankenhaus kirche stadion flughafen preis marke schiff fähre boot produkt tapete teppich kleid bluse hose schuh sorte tomate kartoffel rose apfel
modelo silla mesa sillón sofá cama lámpara estantería serie colección tormenta huracán borrasca ciclón calle avenida plaza paseo camino hostal restaurante bodega bodegas panadería
colegio instituto universidad hospital clínica iglesia parroquia estadio aeropuerto premio marca barco producto línea virgen cala playa vino queso botella botellas variedad
modèle chaise fauteuil canapé lit lampe étagère gamme collection tempête ouragan cyclone rue place quai boulevard impasse allée chemin auberge brasserie boulangerie
lycée collège école université hôpital clinique église stade aéroport prix marque bateau ferry produit ligne station gare métro arrêt barrage tour prénommé cuvée
windows ios android linux gpt siri alexa operation team project projekt proyecto projet server host machine planet theater theatre théâtre teatro museum museo musée hafen mercado`);

/** After a name these make it that of a firm, a thing or a place, in small letters. */
export const thingsAfter = wordsOf(`
gmbh ag kg ohg ug inc ltd llc plc corp company co sa sl slu sarl sas spa bv hospital street road avenue lane drive airport university institute school college stadium award awards arena
clinic foundation stiftung park museum hotel café restaurant bakery bar pub brewery wines records books store shop bank airlines motors systems software solutions group holding
shampoo soap tea oil candle cheese jeans watch bag dress lipstick album film movie novel concert tickets brothers bros sons hermanos frères fils söhne marathon hall house building
gymnasium realschule grundschule schule klinik halle stiftung straße platz weg allee hurricane storm model modell table chair sofa armchair desk lamp sessel tisch stuhl regal prize preis cup trophy theorem syndrome disease bridge beach lake bay island islands hill
tower station square gardens county city valley river day days`);

/** What letters are spelled with on the telephone; three of them in a row are nobody. */
export const spellingWords = wordsOf(`
anton berta cäsar dora emil friedrich gustav heinrich ida julius kaufmann konrad ludwig martha nordpol otto paula quelle richard samuel siegfried schule theodor ulrich viktor wilhelm
xanthippe ypsilon zacharias zeppelin ärger österreich übermut berlin
alpha bravo charlie delta echo foxtrot golf hotel india juliett juliet kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey yankee zulu
anatole berthe célestin désiré eugène françois gaston henri irma joseph kléber louis marcel nicolas pierre quintal raoul suzanne thérèse ursule william xavier yvonne zoé
antonio barcelona carmen dolores enrique francia gerona historia inés josé lorenzo madrid navarra oviedo parís querido ramón sábado toledo ulises valencia washington yegua zaragoza
andrew benjamin david edward frederick george harry isaac jack king lucy mary nellie oliver peter queenie robert sugar tommy uncle yellow zebra`);
/** A wie Anton, A for Andrew, A comme Anatole, A de Antonio. */
export const spelledAs = wordsOf('wie for comme como de as');

/** Words that tell German, in which every noun has a capital letter. */
export const germanWords = wordsOf(
  `der die das und ist nicht ich ein eine einen auf mit für zu den von im am zum zur dem des wir sie bitte beim sich auch noch wird haben hat sind nach bei aus oder wenn wie war mein
meine unser unsere ihr ihre bis steht kann geht`,
);

/** The first word of places. */
export const placeBeginnings = wordsOf(
  'san santa santo são saint sainte st sankt los las bad new old great port mount fort puerto villa castillo gran monte mont sierra',
);

/** Firms, goods and tales that are called like people, in small letters. */
export const brands = phrasesOf(`
calvin klein | hugo boss | ralph lauren | tommy hilfiger | jack daniels | jack daniel's | jim beam | johnnie walker | louis vuitton | yves rocher | yves saint laurent | jean paul gaultier
nina ricci | leroy merlin | captain morgan | uncle ben | aunt jemima | ben & jerry | paul smith | michael kors | tom ford | tom tailor | marc o'polo | marc jacobs | carolina herrera | paco rabanne
adolfo domínguez | pedro del hierro | massimo dutti | simón | veuve clicquot | garcía baquero | harry potter | christian dior | coco chanel | karl lagerfeld | jil sander | charles schwab
morgan stanley | goldman sachs | wells fargo | john deere | johns hopkins | harley davidson | harley-davidson | philip morris | marie claire | jack wolfskin | oetker | martens | beats | dre
stella artois | estrella galicia | san miguel | samuel adams | jose cuervo | josé cuervo | laura ashley | vera wang | kate spade | tory burch | thomas cook | lloyd | marks | spencer
levi strauss | levi's | rolls royce | rolls-royce | aston martin | mercedes benz | mercedes-benz | alfa romeo | austin martin | ferrari | lamborghini | porsche | marie curie | james bond | sherlock holmes
peter pan | romeo | mickey mouse | santa claus | papá noel | père noël | john doe | jane doe | max mustermann | erika mustermann | juan pérez | mary poppins | charles de gaulle | victor hugo | jules verne
max planck | albert einstein | konrad adenauer | franz josef strauß | leonardo da vinci | carrefour | casino | darty | sephora | douglas | rossmann | müller | aldi | lidl | andersen | victoria's secret
giorgio armani | emporio armani | dolce gabbana | gianni versace | guy laroche | pierre cardin | ted baker | fred perry | ben sherman | helly hansen | franklin templeton | merrill lynch | edward jones
ernst young | arthur andersen | moody | standard poor | baker mckenzie | clifford chance | charles river | george foreman | jamie oliver | oscar mayer | sara lee | betty crocker | duncan hines | ben jerry
mary kay | estée lauder | elizabeth arden | helena rubinstein | max factor | bobbi brown | hermès | roger gallet | nicolas feuillatte | dom pérignon | bonne maman | félix potin | paul ricard | marie brizard`);
