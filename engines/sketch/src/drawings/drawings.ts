import type { Drawing } from '../canvas/pen.ts';
import { birdsDrawings } from './birds.ts';
import { buildingsDrawings } from './buildings.ts';
import { creaturesDrawings } from './creatures.ts';
import { farmAnimalsDrawings } from './farm-animals.ts';
import { figuresDrawings } from './figures.ts';
import { flowersDrawings } from './flowers.ts';
import { foodDrawings } from './food.ts';
import { fruitDrawings } from './fruit.ts';
import { furnitureDrawings } from './furniture.ts';
import { landmarksDrawings } from './landmarks.ts';
import { natureDrawings } from './nature.ts';
import { objectsDrawings } from './objects.ts';
import { peopleDrawings } from './people.ts';
import { seaAnimalsDrawings } from './sea-animals.ts';
import { smallAnimalsDrawings } from './small-animals.ts';
import { symbolsDrawings } from './symbols.ts';
import { vehiclesDrawings } from './vehicles.ts';
import { vesselsDrawings } from './vessels.ts';
import { wildAnimalsDrawings } from './wild-animals.ts';

/** All that can be drawn, by name. */
export const drawings: Readonly<Record<string, Drawing>> = {
  ...farmAnimalsDrawings,
  ...smallAnimalsDrawings,
  ...wildAnimalsDrawings,
  ...birdsDrawings,
  ...seaAnimalsDrawings,
  ...creaturesDrawings,
  ...landmarksDrawings,
  ...buildingsDrawings,
  ...flowersDrawings,
  ...natureDrawings,
  ...figuresDrawings,
  ...peopleDrawings,
  ...vesselsDrawings,
  ...vehiclesDrawings,
  ...fruitDrawings,
  ...foodDrawings,
  ...furnitureDrawings,
  ...symbolsDrawings,
  ...objectsDrawings,
};
