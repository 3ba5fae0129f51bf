import Type from 'typebox';

/** Whose stream can be taken up again. */
export const resumableField = {
  resumable: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'With `stream`: a stream that is cut goes on, and is read from its last event on with `GET /v1/streams/{id}`; the header `x-parley-stream` ' +
        'gives the id. Not with `store: false`.',
    }),
  ),
};
