/**
 * English words that turn what a sentence says without naming anything: who says it, how sure it is, of how much it
 * holds. A statement may not drop or add one of them on the words it takes over.
 */
export const operators = [
  ['negation', "not no never none neither nor without cannot n't hardly scarcely denied denies deny refused failed"],
  [
    'possibility',
    'may might could can possibly perhaps maybe probably likely potentially unlikely apparently seems seem seemed appears appear appeared',
  ],
  [
    'intention',
    'hope hopes hoped hoping plan plans planned planning intend intends intended aim aims aimed want wants wanted propose proposes proposed proposal consider considers considered considering seek seeks sought try tries tried attempt attempts attempted promise promises promised pledge pledges pledged agree agreed',
  ],
  [
    'prediction',
    'will would shall expect expects expected forecast forecasts predict predicts predicted estimate estimates estimated project projects projected due',
  ],
  ['obligation', 'must should ought need needs needed required'],
  ['condition', 'if unless provided whether'],
  [
    'attribution',
    'say says said claim claims claimed argue argues argued believe believes believed suggest suggests suggested allege alleges alleged reportedly report reports reported according suspect suspects suspected accuse accused rumoured critics think thinks thought assume assumes assumed',
  ],
  ['all', 'all every each always entire whole everyone everywhere'],
  ['most', 'most mostly majority usually generally'],
  ['some', 'some several certain sometimes occasionally'],
  ['few', 'few rarely seldom minority'],
  ['only', 'only solely exclusively merely'],
  ['nearly', 'nearly almost'],
  ['part', 'half part portion third quarter partly partially'],
] as const;

export type Operator = (typeof operators)[number][0] | 'more' | 'less' | 'least' | 'limit';

/** Phrases of several words, before a number for those of quantity. */
export const operatorPhrases: readonly [RegExp, Operator][] = [
  [/\b(?:more than|over|above|exceeding|in excess of)(?=\s[^\p{L}]*\p{N})/giu, 'more'],
  [/\b(?:less than|fewer than|under|below)(?=\s[^\p{L}]*\p{N})/giu, 'less'],
  [/\b(?:at least|no less than|no fewer than|a minimum of)\b/giu, 'least'],
  [/\b(?:up to|at most|no more than|a maximum of)\b/giu, 'limit'],
  [/\b(?:one of|among) (?:the|its|their)\b/giu, 'part'],
  [/\b(?:used to|no longer|formerly)\b/giu, 'negation'],
  [/\bunder discussion\b/giu, 'possibility'],
];

/** Operators that hold for the whole sentence wherever they stand in it. */
export const wideOperators: ReadonlySet<Operator> = new Set(['attribution', 'condition']);

/** The part a word plays by the preposition before it. */
export const prepositionRoles: ReadonlyMap<string, string> = new Map(
  Object.entries({
    of: 'of',
    in: 'place',
    on: 'place',
    at: 'place',
    within: 'place',
    near: 'place',
    across: 'place',
    inside: 'place',
    throughout: 'place',
    during: 'place',
    from: 'from',
    to: 'to',
    into: 'to',
    onto: 'to',
    towards: 'to',
    toward: 'to',
    by: 'by',
    for: 'for',
    with: 'with',
    using: 'with',
    through: 'with',
    via: 'with',
    without: 'without',
    against: 'against',
    between: 'between',
    as: 'as',
    than: 'than',
    because: 'cause',
    since: 'since',
    until: 'until',
    till: 'until',
    before: 'before',
    after: 'after',
    despite: 'despite',
    under: 'under',
    per: 'per',
    about: 'about',
  }),
);

/** Roles of the same word that say the same: "the losses of the works" and "the works' losses". */
export const alikeRoles: ReadonlySet<string> = new Set(
  'core/of core/by core/for core/with core/to core/as core/place to/for place/for place/of of/for place/from with/by place/to'.split(
    ' ',
  ),
);

export const boundaries = new Set(
  'and or but while whereas although though which who that when where because so then ; : ( ) — –'.split(' '),
);

export const auxiliaries = new Set(
  'is are was were be been being am has have had having do does did will would shall should can could may might must get gets got'.split(
    ' ',
  ),
);

export const articles = new Set(
  'the a an this these that those its their his her our each every some any no'.split(' '),
);

/** Words that carry nothing a reader could check. */
export const lightWords = new Set(
  (
    'the a an this that these those it its they their he she his her him them we our us you your i my there here such same other also too ' +
    'very just then thus so as well both either and or but while whereas although though which who whom whose when where how what is are was were be been ' +
    'being am has have had having do does did done get gets got one ones about around roughly approximately some circa however moreover furthermore ' +
    'additionally overall meanwhile similarly therefore today currently now already still s t total number amount figure namely called known ' +
    'located based made take takes took taken year years'
  ).split(/\s+/),
);

/** Forms of irregular verbs, which no ending joins. */
const irregularForms =
  'arise arose arisen;bear bore borne;beat beaten;become became;begin began begun;bend bent;bind bound;bite bit bitten;bleed bled;blow blew blown;break broke broken;' +
  'breed bred;bring brought;burn burnt;catch caught;choose chose chosen;come came;creep crept;deal dealt;dig dug;do did done;drive drove driven;eat ate eaten;' +
  'fall fell fallen;feed fed;feel felt;fight fought;flee fled;fly flew flown;forbid forbade forbidden;forget forgot forgotten;forgive forgave forgiven;freeze froze frozen;' +
  'give gave given;go went gone;grow grew grown;hang hung;hear heard;hide hid hidden;hold held;keep kept;know knew known;lay laid;lead led;leave left;lend lent;lie lay lain;' +
  'light lit;lose lost;mean meant;meet met;overcome overcame;overtake overtook overtaken;overthrow overthrew overthrown;pay paid;ride rode ridden;ring rang rung;rise rose risen;' +
  'rule ruled;run ran;see saw seen;seek sought;send sent;shake shook shaken;shine shone;shoot shot;shrink shrank shrunk;sing sang sung;sink sank sunk;sit sat;sleep slept;' +
  'speak spoke spoken;speed sped;spin spun;spring sprang sprung;stand stood;steal stole stolen;stick stuck;strike struck;strive strove;swear swore sworn;sweep swept;' +
  'swim swam swum;swing swung;take took taken;tear tore torn;tell told;throw threw thrown;undergo underwent undergone;understand understood;undertake undertook undertaken;' +
  'wake woke woken;wear wore worn;weave wove woven;wind wound;withdraw withdrew withdrawn;withstand withstood';

/** Groups of words that stand for each other in reports. General English; the first names the group. */
export const synonymGroups = `${irregularForms};${synonyms()}`.split(';').map((group) => group.trim().split(/\s+/));

function synonyms(): string {
  return (
    'build built building construct constructed construction erect erected;start started starts begin began begun beginning commence commenced launch launched;' +
    'open opened opens opening inaugurate inaugurated;close closed closes closing closure shut;buy bought purchase purchased buys acquire acquired acquires acquisition;sell sold sells sale;' +
    'show shows showed shown demonstrate demonstrated demonstrates reveal revealed reveals indicate indicated indicates find found finds;' +
    'help helps helped aid aids assist assists support supports supported;use uses used using utilise utilised utilize employ;' +
    'rise rises rose risen rising increase increased increases increasing grow grew grows grown growth climb climbed;fall falls fell fallen falling drop dropped drops decrease decreased decreases decline declined declines;' +
    'reduce reduces reduced reduction cut cuts lower lowered lowers lessen;supply supplied supplies provide provided provides deliver delivered delivers furnish;' +
    'make makes made making produce produced produces manufacture manufactured create created creates generate generated generates;cost costs costing price priced;' +
    'big large great huge sizeable;small little tiny minor;important significant major key;fast quick rapid;new recent novel;old ancient former;' +
    'company firm business enterprise;city town municipality;country nation state;people persons residents inhabitants;child children kid kids;' +
    'worker workers employee employees staff;house houses home homes dwelling dwellings household households;car cars vehicle vehicles automobile;' +
    'doctor doctors physician physicians;school schools;study studies research investigation;scientist scientists researcher researchers;' +
    'finish finished complete completed completes completion end ended ends;destroy destroyed destroys destruction demolish demolished;repair repaired repairs fix fixed restore restored restoration renovate renovated;' +
    'hold holds held contain contains contained;have has own owns owned possess;include includes included comprise comprises;get gets receive received receives obtain obtained;' +
    'give gives gave given grant granted grants award awarded;lead leads led head heads headed run runs ran direct directed;' +
    'die died dies death dead deaths;kill killed kills;win won wins victory;lose lost loses loss;need needs require requires required;' +
    'allow allowed allows permit permitted permits;ban banned bans prohibit prohibited forbid forbidden;cause caused causes lead;prevent prevented prevents stop stopped stops avoid;' +
    'protect protects protected protection guard;measure measured measures measurement;store stores stored storage keep keeps kept;move moved moves relocate relocated transfer transferred;' +
    'change changed changes alter altered modify modified;choose chose chosen select selected selects pick picked;found founded founds establish established establishes set;' +
    'name named names call called;live lives lived reside;visit visited visits visitors visitor;teach teaches taught;learn learned learns;write wrote written writes author authored;' +
    'discover discovered discovers discovery;invent invented invention;replace replaced replaces substitute;add added adds addition;remove removed removes removal eliminate;' +
    'pay paid pays payment;earn earned earns;spend spent spends;invest invested invests investment;fund funded funds finance financed;' +
    'yearly annual annually;monthly month;daily day;percent percentage per cent;first initially initial;later subsequently afterwards;also additionally;' +
    'road street;river stream;ship vessel boat ships vessels;film movie;picture image photo photograph;garbage waste rubbish;illness disease sickness;' +
    'power electricity;plant plants factory works;area region district;danger risk hazard;goal aim target objective;method technique approach;result outcome;' +
    'maximum highest peak;minimum lowest;often frequently;quickly rapidly;roughly approximately;near close;whole entire;enough sufficient;difficult hard;easy simple;safe secure;' +
    'hot warm;cold cool;start outset;end conclusion;employ employs employed hire hired;attract attracted attracts draw drew;double doubled doubles;triple tripled;halve halved;' +
    'reach reached reaches attain;exceed exceeded exceeds surpass surpassed;leave left leaves depart departed;arrive arrived arrives;return returned returns;join joined joins;' +
    'work works worked;publish published publishes release released;announce announced announces declare declared;approve approved approves endorse endorsed;reject rejected rejects'
  );
}
