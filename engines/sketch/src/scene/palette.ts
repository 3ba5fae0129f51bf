import { type Colour, mix, multiply, saturate } from '../canvas/colour.ts';
import type { Random } from '../canvas/random.ts';
import type { Reading } from '../words/reading.ts';
import type { Backdrop, TimeOfDay } from '../words/settings.ts';

/** The light of a scene. */
export interface Palette {
  /** Top, middle and horizon of the sky. */
  sky: [Colour, Colour, Colour];
  /** What every colour is multiplied with. */
  light: Colour;
  /** What far things fade into. */
  haze: Colour;
  sun: Colour;
  ground: Colour;
  far: Colour;
  isDark: boolean;
}

type Sky = [Colour, Colour, Colour];
const skies: Record<TimeOfDay, [Sky, ...Sky[]]> = {
  dawn: [
    ['#7f9ecf', '#f3c3b6', '#ffe3b8'],
    ['#8aa6c9', '#f0d0c0', '#ffe9cc'],
    ['#9a93c9', '#f5b9b4', '#ffdcae'],
  ],
  day: [
    ['#4f9ddb', '#9fd0ef', '#e3f2f4'],
    ['#5aa9d6', '#aedbe8', '#f2f1df'],
    ['#3f8fce', '#8cc6ea', '#d9eef5'],
  ],
  sunset: [
    ['#4a4b8f', '#e2757a', '#ffc46b'],
    ['#5a3f7f', '#ee6f62', '#ffb55c'],
    ['#2f4a86', '#d9738a', '#ffd08a'],
  ],
  night: [
    ['#0c1436', '#1c2c5c', '#3c4d80'],
    ['#0a1a3a', '#16375f', '#3a5f86'],
    ['#140f38', '#2b2560', '#544b8a'],
  ],
};
const lights: Record<TimeOfDay, Colour> = { dawn: '#ffeee2', day: '#ffffff', sunset: '#ffd9bd', night: '#8793c9' };
const suns: Record<TimeOfDay, Colour> = { dawn: '#fff0c9', day: '#fff6d2', sunset: '#ffe1a0', night: '#f4f1de' };

const grounds: Record<Backdrop, [Colour, Colour]> = {
  meadow: ['#86b34f', '#7fa584'],
  hills: ['#82ad55', '#7a9f8a'],
  mountains: ['#7d9f62', '#7f8fa8'],
  forest: ['#6f944a', '#4f7f62'],
  sea: ['#2f7fa8', '#6f93ab'],
  lake: ['#4f93b0', '#6d9480'],
  beach: ['#ecd6a4', '#3f9fbf'],
  desert: ['#e5bb74', '#cf9a5f'],
  city: ['#8a8c94', '#8797ad'],
  village: ['#93b062', '#86a588'],
  snowfield: ['#eef4f8', '#b7c8dc'],
  space: ['#2a2f4f', '#1a1f3f'],
  underwater: ['#d9c68f', '#1f6f8f'],
  room: ['#b5824f', '#e9dcc6'],
  clouds: ['#f3f6fa', '#cfe0ee'],
  poster: ['#e9e2d2', '#d9cfb8'],
};

export function paletteFor(reading: Reading, backdrop: Backdrop, time: TimeOfDay, random: Random): Palette {
  const named = reading.colours;
  let sky: Sky = [...random.pick(skies[time])];
  let light = lights[time];
  let [ground, far] = grounds[backdrop];
  const { weather, season, mood } = reading;
  if (season === 'autumn' && /meadow|hills|forest|village|mountains|lake/.test(backdrop))
    ground = mix(ground, '#c98f3f', 0.55);
  if (season === 'spring' && /meadow|hills|forest|village/.test(backdrop)) ground = mix(ground, '#a5d05f', 0.4);
  if ((season === 'winter' || weather === 'snow') && /meadow|hills|forest|village|mountains|city/.test(backdrop)) {
    ground = '#edf3f7';
    far = mix(far, '#dfe8f0', 0.55);
    if (time === 'day') sky = ['#8fb0cf', '#c3d6e5', '#eef3f6'];
  }
  if (backdrop === 'desert' && time === 'day') sky = ['#5fa5d0', '#bcd9d9', '#f7e3bd'];
  if (weather === 'rain' || weather === 'storm' || weather === 'fog') {
    const cloud = weather === 'fog' ? '#c9d2d8' : weather === 'storm' ? '#3f4a60' : '#7d8b9c';
    sky = [mix(sky[0], cloud, 0.7), mix(sky[1], cloud, 0.62), mix(sky[2], cloud, 0.4)];
    light = multiply(light, weather === 'storm' ? '#b9c0d0' : '#e2e6ec');
  }
  if (mood === 'gloomy') {
    sky = [mix(sky[0], '#2b2f45', 0.5), mix(sky[1], '#5a5568', 0.45), mix(sky[2], '#8f8a86', 0.35)];
    light = multiply(light, '#c9c8d6');
    ground = saturate(ground, 0.6);
  }
  if (mood === 'dramatic') sky = [mix(sky[0], '#1c1f4a', 0.3), saturate(sky[1], 1.2), saturate(sky[2], 1.25)];
  if (mood === 'cheerful') {
    sky = [saturate(sky[0], 1.15), saturate(sky[1], 1.1), sky[2]];
    ground = saturate(ground, 1.2);
  }
  const [colour] = named;
  if (colour !== undefined) {
    if (backdrop === 'room' || backdrop === 'poster') far = mix(far, colour, 0.75);
    else sky = [mix(sky[0], colour, 0.45), mix(sky[1], colour, 0.5), mix(sky[2], colour, 0.25)];
  }
  if (backdrop === 'room')
    far = mix(
      far,
      random.pick(['#d9c9e2', '#c9dcd5', '#e9cfc0', '#d5dceb', '#ecdfb9']),
      colour === undefined ? 0.6 : 0,
    );
  const haze = mix(sky[2], sky[1], 0.3);
  return {
    sky,
    light: backdrop === 'room' && time === 'day' ? '#fff8ec' : light,
    haze,
    sun: suns[time],
    ground,
    far,
    isDark: time === 'night',
  };
}
