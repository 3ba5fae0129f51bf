import type { Socket } from 'node:net';
import { AppError } from '../lib/app-error.ts';
import { newId } from '../lib/ids.ts';
import { parleyBody } from './error-reply.ts';

/** Answers what is no request, or came in too slowly to become one: nothing but the connection is known of it. */
export function refuseBroken(thrown: Error & { code?: string }, socket: Socket): void {
  if (thrown.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, error] = errorOf(thrown);
  const body = JSON.stringify(parleyBody(error, newId('req')));
  const head = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroy(thrown);
}

function errorOf(thrown: Error & { code?: string }): [status: string, error: AppError] {
  switch (thrown.code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return ['408 Request Timeout', new AppError('body_timeout', 'The request took too long to arrive')];
    case 'HPE_HEADER_OVERFLOW':
      return [
        '431 Request Header Fields Too Large',
        new AppError('invalid_request', 'The headers of the request are too large'),
      ];
    default:
      return ['400 Bad Request', new AppError('invalid_request', 'This is no valid HTTP request')];
  }
}
