import { compose } from './compose.ts';
import { ConfigError, readConfig } from './config.ts';
import { announce } from './start/announcement.ts';
import { closeOnSignals } from './start/shutdown.ts';

try {
  const config = readConfig(process.env);
  const service = await compose(config);
  const address = await service.app.listen({ host: config.server.host, port: config.server.port });
  closeOnSignals(service, config.server.shutdownGraceMs);
  process.stdout.write(announce(config, service, address));
} catch (error) {
  const isExpected = error instanceof ConfigError || (error instanceof Error && 'code' in error === false);
  process.stderr.write(`${isExpected && error instanceof Error ? error.message : explain(error)}\n`);
  process.exit(1);
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE') {
    return `${error.message}. Another program uses this port; choose another one with PORT.`;
  }
  return error.stack ?? error.message;
}
