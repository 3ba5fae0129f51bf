import type { Migration } from 'kysely/migration';
import { coreMigration } from './0001-core.ts';
import { filesMigration } from './0010-files.ts';
import { jobsMigration } from './0011-jobs.ts';
import { researchMigration } from './0030-research.ts';
import { integrationsMigration } from './0040-integrations.ts';
import { mediaMigration } from './0050-media.ts';
import { keySourcesMigration } from './0060-key-sources.ts';
import { idempotencyOwnersMigration } from './0061-idempotency-owners.ts';
import { connectionOriginsMigration } from './0062-connection-origins.ts';
import { closedUploadsMigration } from './0063-closed-uploads.ts';
import { cacheWritesMigration } from './0070-cache-writes.ts';
import { confirmationsMigration } from './0071-confirmations.ts';
import { callbackOriginsMigration } from './0072-callback-origins.ts';
import { enginesMigration } from './0073-engines.ts';
import { listedMetadataMigration } from './0073-listed-metadata.ts';
import { collectionsMigration } from './0080-collections.ts';
import { collectionVectorsMigration } from './0081-collection-vectors.ts';
import { vectorStoresMigration } from './0082-vector-stores.ts';
import { responsesMigration } from './0090-responses.ts';
import { ocrRunsMigration } from './0092-ocr-runs.ts';
import { parentFilesMigration } from './0093-parent-files.ts';
import { accountsMigration } from './0100-accounts.ts';
import { dashboardMigration } from './0110-dashboard.ts';
import { alertsMigration } from './0120-alerts.ts';
import { manyFilesMigration } from './0123-many-files.ts';
import { callContentsMigration } from './0130-call-contents.ts';
import { picturesMigration } from './0140-pictures.ts';
import { modelDownloadsMigration } from './0150-model-downloads.ts';
import { runsMigration } from './0170-runs.ts';
import { researchRunsMigration } from './0171-research-runs.ts';
import { responseRunsMigration } from './0172-response-runs.ts';
import { downloadRunsMigration } from './0173-download-runs.ts';
import { rolesBehindKeysMigration } from './0180-roles-behind-keys.ts';
import { provedAddressesMigration } from './0181-proved-addresses.ts';
import { secondFactorsMigration } from './0182-second-factors.ts';
import { mailedLinksMigration } from './0183-mailed-links.ts';
import { webPermissionMigration } from './0190-web-permission.ts';
import { dataKeysMigration } from './0200-data-keys.ts';
import { jobLossesMigration } from './0250-job-losses.ts';
import { outboxMigration } from './0251-outbox.ts';
import { passkeysMigration } from './0260-passkeys.ts';
import { keyRestrictionsMigration } from './0270-key-restrictions.ts';
import { usageRoundsMigration } from './0275-usage-rounds.ts';
import { callFeedbackMigration } from './0300-call-feedback.ts';
import { unpricedCallsMigration } from './0320-unpriced-calls.ts';
import { callErrorsMigration } from './0321-call-errors.ts';
import { savedByCacheMigration } from './0350-saved-by-cache.ts';
import { callLabelsMigration } from './0351-call-labels.ts';
import { holdsAndErasuresMigration } from './0370-holds-and-erasures.ts';
import { workspaceRetentionMigration } from './0371-workspace-retention.ts';
import { modelSettingsMigration } from './0395-model-settings.ts';
import { budgetsMigration } from './0410-budgets.ts';
import { keyStoreMigration } from './0411-key-store.ts';
import { batchesMigration } from './0425-batches.ts';
import { callExplanationsMigration } from './0440-call-explanations.ts';
import { guardsMigration } from './0455-guards.ts';
import { keptPromptsMigration } from './0456-kept-prompts.ts';
import { streamsMigration } from './0460-streams.ts';
import { evaluationsMigration } from './0465-evaluations.ts';
import { promptSetsMigration } from './0466-prompt-sets.ts';
import { vendorBatchesMigration } from './0467-vendor-batches.ts';
import { passagesMigration } from './0471-passages.ts';
import { ledgerMigration } from './0472-ledger.ts';
import { payersOfFilesMigration } from './0485-payers-of-files.ts';
import { keyLinesMigration } from './0486-key-lines.ts';

/** All migrations by name. Forward only; a number, once released, never changes. */
export const migrations: Record<string, Migration> = {
  // By the name under which databases have recorded it.
  '0001-ground': coreMigration,
  '0010-files': filesMigration,
  '0011-jobs': jobsMigration,
  '0030-research': researchMigration,
  '0040-integrations': integrationsMigration,
  '0050-media': mediaMigration,
  '0060-key-sources': keySourcesMigration,
  '0061-idempotency-owners': idempotencyOwnersMigration,
  '0062-connection-origins': connectionOriginsMigration,
  '0063-closed-uploads': closedUploadsMigration,
  '0070-cache-writes': cacheWritesMigration,
  '0071-confirmations': confirmationsMigration,
  '0072-callback-origins': callbackOriginsMigration,
  '0073-listed-metadata': listedMetadataMigration,
  '0073-engines': enginesMigration,
  '0080-collections': collectionsMigration,
  '0081-collection-vectors': collectionVectorsMigration,
  '0082-vector-stores': vectorStoresMigration,
  '0090-responses': responsesMigration,
  '0092-ocr-runs': ocrRunsMigration,
  '0093-parent-files': parentFilesMigration,
  '0100-accounts': accountsMigration,
  '0110-dashboard': dashboardMigration,
  '0120-alerts': alertsMigration,
  '0123-many-files': manyFilesMigration,
  '0130-call-contents': callContentsMigration,
  '0140-pictures': picturesMigration,
  '0150-model-downloads': modelDownloadsMigration,
  '0170-runs': runsMigration,
  '0171-research-runs': researchRunsMigration,
  '0172-response-runs': responseRunsMigration,
  '0173-download-runs': downloadRunsMigration,
  '0180-roles-behind-keys': rolesBehindKeysMigration,
  '0181-proved-addresses': provedAddressesMigration,
  '0182-second-factors': secondFactorsMigration,
  '0183-mailed-links': mailedLinksMigration,
  '0190-web-permission': webPermissionMigration,
  '0200-data-keys': dataKeysMigration,
  '0250-job-losses': jobLossesMigration,
  '0251-outbox': outboxMigration,
  '0260-passkeys': passkeysMigration,
  '0270-key-restrictions': keyRestrictionsMigration,
  '0275-usage-rounds': usageRoundsMigration,
  '0300-call-feedback': callFeedbackMigration,
  '0320-unpriced-calls': unpricedCallsMigration,
  '0321-call-errors': callErrorsMigration,
  '0350-saved-by-cache': savedByCacheMigration,
  '0351-call-labels': callLabelsMigration,
  '0395-model-settings': modelSettingsMigration,
  '0425-batches': batchesMigration,
  '0440-call-explanations': callExplanationsMigration,
  '0455-guards': guardsMigration,
  '0410-budgets': budgetsMigration,
  '0456-kept-prompts': keptPromptsMigration,
  '0460-streams': streamsMigration,
  '0370-holds-and-erasures': holdsAndErasuresMigration,
  '0371-workspace-retention': workspaceRetentionMigration,
  '0411-key-store': keyStoreMigration,
  '0465-evaluations': evaluationsMigration,
  '0466-prompt-sets': promptSetsMigration,
  '0467-vendor-batches': vendorBatchesMigration,
  '0471-passages': passagesMigration,
  '0472-ledger': ledgerMigration,
  '0485-payers-of-files': payersOfFilesMigration,
  '0486-key-lines': keyLinesMigration,
};
