import { Parley } from '@parley/sdk';

const parley = new Parley();
const { video_url } = await parley.videos.generate(
  { prompt: 'snow falls on a mountain village at night', response: 'url' },
  { onProgress: ({ percent }) => console.error(`${percent} %`) },
);
const film = await (await fetch(video_url)).blob(); // an address that works for an hour, without a key
console.log(`${film.type}, ${film.size > 10_000}`);
// Prints: video/mp4, true
