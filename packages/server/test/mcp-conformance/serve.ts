/**
 * The service with what the conformance suite of the Model Context Protocol asks for besides, on `PORT`: started by
 * `npm run test:mcp-conformance`. No setting of the service itself leads here.
 */
import { compose } from '../../src/compose.ts';
import { readConfig } from '../../src/config.ts';
import { extendMcp } from './extend-mcp.ts';

const config = readConfig(process.env);
const service = await compose(config, { extendMcp });
await service.app.listen({ host: config.server.host, port: config.server.port });
process.once('SIGTERM', () => {
  void service.close().then(() => process.exit(0));
});
