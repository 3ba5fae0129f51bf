import type { Command } from '../command.ts';
import { ask } from './ask.ts';
import { backup, restore, verify } from './backups.ts';
import { batches } from './batches.ts';
import { budgets } from './budgets.ts';
import { cache } from './cache.ts';
import { chat } from './chat.ts';
import { completion } from './completion.ts';
import { doctor } from './doctor.ts';
import { erase } from './erase.ts';
import { evaluation } from './eval.ts';
import { exportCommand } from './export.ts';
import { feedback } from './feedback.ts';
import { files } from './files.ts';
import { guards } from './guards.ts';
import { holds } from './holds.ts';
import { integrations } from './integrations.ts';
import { keys } from './keys.ts';
import { migrate } from './migrate.ts';
import { providers, routes } from './model-settings.ts';
import { models } from './models.ts';
import { move } from './move.ts';
import { ocr } from './ocr.ts';
import { prompts } from './prompts.ts';
import { research } from './research.ts';
import { serve } from './serve.ts';
import { speak } from './speak.ts';
import { streams } from './streams.ts';
import { transcribe } from './transcribe.ts';
import { usage } from './usage.ts';

const withoutCompletion: readonly Command[] = [
  serve,
  ask,
  chat,
  ocr,
  transcribe,
  speak,
  files,
  research,
  batches,
  evaluation,
  feedback,
  keys,
  budgets,
  guards,
  prompts,
  cache,
  usage,
  models,
  providers,
  routes,
  streams,
  integrations,
  doctor,
  backup,
  restore,
  verify,
  migrate,
  move,
  exportCommand,
  erase,
  holds,
];

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [...withoutCompletion, completion(withoutCompletion)];
