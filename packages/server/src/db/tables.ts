import type { AccountTables } from './tables/account-tables.ts';
import type { AlertTables } from './tables/alert-tables.ts';
import type { BatchTables } from './tables/batch-tables.ts';
import type { BudgetTables } from './tables/budget-tables.ts';
import type { CollectionTables } from './tables/collection-tables.ts';
import type { CoreTables } from './tables/core-tables.ts';
import type { DashboardTables } from './tables/dashboard-tables.ts';
import type { EvaluationTables } from './tables/evaluation-tables.ts';
import type { FilesTables } from './tables/files-tables.ts';
import type { GuardTables } from './tables/guard-tables.ts';
import type { HoldingTables } from './tables/holding-tables.ts';
import type { IntegrationTables } from './tables/integration-tables.ts';
import type { JobsTables } from './tables/jobs-tables.ts';
import type { MediaTables } from './tables/media-tables.ts';
import type { ModelSettingsTables } from './tables/model-settings-tables.ts';
import type { PromptTables } from './tables/prompt-tables.ts';
import type { ResearchTables } from './tables/research-tables.ts';
import type { RunTables } from './tables/run-tables.ts';
import type { SealingTables } from './tables/sealing-tables.ts';
import type { StreamTables } from './tables/stream-tables.ts';

/** Every table of the service; each capability adds its own interface from `tables/`. */
export interface Tables
  extends AccountTables,
    AlertTables,
    BatchTables,
    BudgetTables,
    CollectionTables,
    DashboardTables,
    EvaluationTables,
    FilesTables,
    CoreTables,
    GuardTables,
    HoldingTables,
    IntegrationTables,
    JobsTables,
    MediaTables,
    ModelSettingsTables,
    PromptTables,
    ResearchTables,
    RunTables,
    SealingTables,
    StreamTables {}
