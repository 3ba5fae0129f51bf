import type { Drawing } from '../canvas/pen.ts';
import { buildingDrawings } from './buildings.ts';
import { foodDrawings } from './food.ts';
import { fourLeggedDrawings } from './four-legged.ts';
import { natureDrawings } from './nature.ts';
import { objectDrawings } from './objects.ts';
import { otherAnimalDrawings } from './other-animals.ts';
import { peopleDrawings } from './people.ts';
import { vehicleDrawings } from './vehicles.ts';

/** All that can be drawn, by name. */
export const drawings: Readonly<Record<string, Drawing>> = {
  ...natureDrawings,
  ...fourLeggedDrawings,
  ...otherAnimalDrawings,
  ...peopleDrawings,
  ...buildingDrawings,
  ...vehicleDrawings,
  ...foodDrawings,
  ...objectDrawings,
};
