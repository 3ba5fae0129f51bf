// Preloaded into worker processes, before any of their code: takes the network away. Node's permission model keeps files,
// child processes and internal bindings from them, but in this version not sockets. Native add-ons are beyond the reach of both.
import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

function refuse(): never {
  throw Object.assign(new Error('worker processes have no network'), { code: 'ERR_ACCESS_DENIED' });
}

net.Socket.prototype.connect = refuse;
net.Server.prototype.listen = refuse;
dgram.Socket.prototype.bind = refuse;
dgram.Socket.prototype.connect = refuse;
dgram.Socket.prototype.send = refuse;
for (const asker of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
  for (const name of Object.getOwnPropertyNames(asker)) {
    if (/^(lookup|resolve|reverse)/.test(name)) Object.defineProperty(asker, name, { value: refuse });
  }
}
syncBuiltinESMExports();
