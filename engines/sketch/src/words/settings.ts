/** Where a scene plays. */
export type Backdrop =
  | 'meadow'
  | 'hills'
  | 'mountains'
  | 'forest'
  | 'sea'
  | 'lake'
  | 'beach'
  | 'desert'
  | 'city'
  | 'village'
  | 'snowfield'
  | 'space'
  | 'underwater'
  | 'room'
  | 'clouds'
  | 'poster';
export type TimeOfDay = 'dawn' | 'day' | 'sunset' | 'night';
export type Weather = 'clear' | 'cloudy' | 'rain' | 'snow' | 'fog' | 'storm';
export type Season = 'spring' | 'summer' | 'autumn' | 'winter';
export type StyleName =
  | 'painted'
  | 'minimal'
  | 'watercolor'
  | 'blueprint'
  | 'isometric'
  | 'pixel'
  | 'pencil'
  | 'noir'
  | 'neon'
  | 'vintage'
  | 'comic'
  | 'papercut';

function table<Name extends string>(rows: Record<Name, string>): ReadonlyMap<string, Name> {
  const map = new Map<string, Name>();
  let name: Name;
  for (name in rows) for (const word of rows[name].split(', ')) map.set(word, name);
  return map;
}

/** Words for places. */
export const backdropWords = table<Exclude<Backdrop, 'poster'>>({
  meadow:
    'meadow, field, prairie, garden, park, grassland, pasture, lawn, grass, farm, countryside, savanna, savannah, plain, plains, vineyard, orchard, playground, yard, backyard',
  hills: 'hill, hills, valley, highlands, moor, downs',
  mountains:
    'mountain, mountains, alps, peak, peaks, alpine, himalaya, mountainside, summit, canyon, cliffs, ridge, fjord, glacier',
  forest: 'forest, woods, woodland, jungle, rainforest, grove, wood, pines, trees',
  sea: 'sea, ocean, waves, wave, bay, harbor, harbour, seaside, horizon, port, pier, water',
  lake: 'lake, river, stream, creek, lagoon, canal, riverbank, lakeside, pond, reflection',
  beach: 'beach, shore, coast, seashore, tropical, coastline, sand',
  desert: 'desert, dunes, dune, sahara, oasis, wasteland, mars',
  city: 'city, skyline, downtown, street, metropolis, urban, cityscape, skyscrapers, tokyo, york, avenue, traffic, rooftop, rooftops, alley, sidewalk, highway, road',
  village: 'village, town, hamlet, suburb, neighborhood, neighbourhood, marketplace, houses',
  snowfield: 'arctic, antarctica, tundra, ice, polar, iceberg, snowfield, snowy field',
  space:
    'on the moon, moon landing, lunar, space, galaxy, universe, cosmos, nebula, orbit, interstellar, outer space, milky way, moon surface, planets, solar system, asteroid, asteroids, cosmic',
  underwater: 'underwater, undersea, seabed, reef, coral reef, deep sea, aquarium, ocean floor',
  room: 'room, indoor, indoors, kitchen, bedroom, living room, studio, office, interior, library, bathroom, tabletop, windowsill, still life, classroom, desk, restaurant, cafe, café, inside',
  clouds: 'clouds, above the clouds, cloudscape, heaven, sky',
});

export const timeWords = table<TimeOfDay>({
  dawn: 'dawn, sunrise, morning, daybreak, misty morning, first light',
  day: 'day, noon, midday, daytime, daylight, afternoon, sunny, sunlight, bright',
  sunset: 'sunset, dusk, evening, twilight, golden hour, sundown, golden light',
  night:
    'night, midnight, nighttime, moonlit, moonlight, starry, stars, moon, dark, nightfall, fireflies, aurora, northern lights, full moon, crescent moon, half moon, constellation, halloween, shooting star, comet',
});

export const weatherWords = table<Weather>({
  clear: 'clear, sunny, cloudless',
  cloudy: 'cloudy, overcast, clouds, cloud',
  rain: 'rain, rainy, raining, drizzle, downpour, shower, monsoon, wet, puddles',
  snow: 'snow, snowy, snowing, snowfall, blizzard, snowflakes, snowflake',
  fog: 'fog, foggy, mist, misty, haze, hazy',
  storm: 'storm, stormy, thunder, lightning, thunderstorm, hurricane, tempest',
});

export const seasonWords = table<Season>({
  spring: 'spring, springtime, blossoming, april, may',
  summer: 'summer, summertime, july, august',
  autumn: 'autumn, fall, autumnal, october, november, harvest',
  winter:
    'winter, wintry, christmas, december, january, icy, frozen, frosty, snow, snowy, snowing, snowfall, blizzard, snowflakes, arctic, antarctica',
});

export const styleWords = table<Exclude<StyleName, 'painted'>>({
  minimal: 'minimal, minimalist, minimalistic, flat design, simple, flat, vector, bauhaus, geometric',
  watercolor: 'watercolor, watercolour, aquarelle, gouache, ink wash, watercolors',
  blueprint: 'blueprint, technical drawing, schematic, diagram, cyanotype',
  isometric: 'isometric, diorama, 3d, low poly, low-poly, voxel',
  pixel: 'pixel, pixel art, pixelated, 8-bit, 8bit, 16-bit, retro game',
  pencil:
    'pencil drawing, pencil sketch, line art, line drawing, charcoal, doodle, etching, ink drawing, engraving, hand-drawn, line-art, coloring book, sketched',
  noir: 'noir, black and white, monochrome, grayscale, greyscale',
  neon: 'neon, synthwave, cyberpunk, vaporwave, retrowave, futuristic',
  vintage: 'vintage, sepia, retro, old photo, antique, poster, art deco, travel poster',
  comic: 'comic, cartoon, manga, anime, pop art, comic book, graphic novel',
  papercut: 'paper cut, papercut, paper-cut, origami, collage, paper art',
});

export const moodWords = table<'calm' | 'dramatic' | 'cheerful' | 'gloomy'>({
  calm: 'calm, peaceful, serene, quiet, tranquil, dreamy, gentle, soft, cozy, cosy',
  dramatic: 'dramatic, epic, intense, majestic, mysterious, magical, mystical',
  cheerful: 'cheerful, happy, joyful, vibrant, colorful, colourful, playful, festive',
  gloomy: 'gloomy, sad, melancholic, lonely, eerie, spooky, scary, haunted, creepy, bleak',
});

export const colourWords: Readonly<Record<string, string>> = {
  red: '#d2332f',
  crimson: '#b3172d',
  scarlet: '#d62a1f',
  maroon: '#7c1f2c',
  pink: '#f08fb0',
  magenta: '#d23aa0',
  purple: '#7d4aa8',
  violet: '#7a4fc2',
  lavender: '#b39ddb',
  indigo: '#42389c',
  blue: '#2f6fc4',
  navy: '#22356b',
  azure: '#3f9fe0',
  cyan: '#35bcd0',
  turquoise: '#36b8a8',
  teal: '#1f8a86',
  green: '#3f9a48',
  emerald: '#1f9a63',
  olive: '#80833a',
  lime: '#9ccc3c',
  mint: '#a5dcc0',
  yellow: '#f4cb2e',
  gold: '#e2b02f',
  golden: '#e2b02f',
  amber: '#eda52a',
  orange: '#ee7d26',
  peach: '#f6b893',
  coral: '#f0746a',
  brown: '#855532',
  tan: '#c9a478',
  beige: '#e3d3b4',
  cream: '#f6ecd4',
  white: '#f8f7f3',
  black: '#2a2930',
  gray: '#8d9096',
  grey: '#8d9096',
  silver: '#bfc5cc',
  charcoal: '#44474f',
  bronze: '#a9743a',
  copper: '#b8693c',
  rainbow: '#e8568a',
  rust: '#b5502c',
  ivory: '#f5efdf',
  blonde: '#e8c46a',
  ginger: '#d77a33',
};

export const numberWords: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  single: 1,
  lone: 1,
  solitary: 1,
  two: 2,
  pair: 2,
  twin: 2,
  both: 2,
  three: 3,
  trio: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  dozen: 12,
  eleven: 11,
  twelve: 12,
  several: 4,
  few: 3,
  some: 3,
  many: 7,
  numerous: 8,
  multiple: 4,
  various: 4,
  countless: 12,
  hundreds: 14,
};

/** Words for several: of what stands behind "of" ("a flock of birds"), or by themselves ("a family"). */
export const groupWords: Readonly<Record<string, number>> = {
  couple: 2,
  family: 4,
  group: 5,
  bunch: 5,
  row: 5,
  pack: 5,
  herd: 6,
  flock: 7,
  school: 7,
  crowd: 7,
  rows: 8,
  swarm: 9,
  stack: 3,
};

export const sizeWords: Readonly<Record<string, number>> = {
  tiny: 0.5,
  little: 0.7,
  small: 0.72,
  mini: 0.6,
  miniature: 0.6,
  baby: 0.62,
  big: 1.3,
  large: 1.3,
  huge: 1.55,
  giant: 1.7,
  gigantic: 1.75,
  enormous: 1.7,
  massive: 1.6,
  tall: 1.25,
  towering: 1.45,
  colossal: 1.8,
};

/** Words that say nothing to draw: grammar, praise, and talk about pictures. */
export const silentWords: ReadonlySet<string> = new Set(
  'the of in on at to and or with by for from into onto as is are was be being it its this that these those there their his her our my your over under above below beneath behind beside near next front top between around through across along against inside outside out up down left right center centre middle background foreground side while where which who very so too just only highly detailed detail beautiful lovely pretty stunning gorgeous amazing cute adorable nice great high quality resolution 4k 8k hd uhd ultra realistic photorealistic photo photograph photography picture image painting illustration drawing art artwork artistic style render rendering rendered sketch scene view showing shows depicting depiction featuring portrait landscape wide shot close-up closeup cinematic lighting light lit shot composition masterpiece trending digital concept oil acrylic canvas wallpaper hdr depth bokeh lens standing sitting sleeping lying resting walking running flying swimming floating sailing playing eating drinking looking watching wearing holding riding driving jumping hovering rising falling setting shining glowing growing grazing parked moored surrounded covered filled full made like some other another each every all no not old new young ancient modern classic traditional shiny fluffy wild happy little saying says reading labeled titled text sign sitting perched moving blowing drifting rolling crashing leaping gliding crossing climbing dancing smiling waving facing towards toward slowly gently softly far away distant distance high low deep still bright dark warm cool cold hot fresh delicious steaming tasty lonely quiet empty busy crowded open closed wooden stone brick glass metal round square long short overlooking reflecting reflected crescent full half sun sunbeams rays sky cloud clouds star stars moon rainbow dusk using one has have having can will create make draw generate please me show add i want a an set against during under'.split(
    ' ',
  ),
);
