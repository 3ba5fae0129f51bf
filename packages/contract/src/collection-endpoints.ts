import Type from 'typebox';
import {
  AddCollectionFilesRequest,
  Collection,
  CollectionAnswer,
  CollectionFile,
  CollectionSearchRequest,
  CollectionSearchResult,
  CreateCollectionRequest,
  searchModes,
  UpdateCollectionRequest,
} from './collections.ts';
import { endpoint } from './endpoint.ts';
import { PageQuery, page } from './page.ts';

const success = { success: Type.Literal(true) };
const tag = 'Collections';
const auth = 'files' as const;
const CollectionParams = Type.Object({ collection_id: Type.String() });
const needsName = 'name is required';

export const collectionEndpoints = {
  createCollection: endpoint({
    id: 'createCollection',
    method: 'POST',
    path: '/v1/collections',
    auth,
    tag,
    summary: 'Create a collection of files',
    body: CreateCollectionRequest,
    responses: { 200: CollectionAnswer },
    idempotent: true,
    problems: { '/': needsName, '/name': needsName },
    example: { name: 'Handbooks', description: 'What new colleagues ask about', attributes: { team: 'people' } },
  }),
  listCollections: endpoint({
    id: 'listCollections',
    method: 'GET',
    path: '/v1/collections',
    auth,
    tag,
    summary: 'List collections, newest first',
    query: PageQuery,
    responses: { 200: page(Collection) },
  }),
  getCollection: endpoint({
    id: 'getCollection',
    method: 'GET',
    path: '/v1/collections/{collection_id}',
    auth,
    tag,
    summary: 'Get a collection: how many of its files can be found',
    params: CollectionParams,
    responses: { 200: CollectionAnswer },
  }),
  updateCollection: endpoint({
    id: 'updateCollection',
    method: 'PATCH',
    path: '/v1/collections/{collection_id}',
    auth,
    tag,
    summary: 'Change what a collection says about itself',
    description: '`attributes` replace those of before.',
    params: CollectionParams,
    body: UpdateCollectionRequest,
    responses: { 200: CollectionAnswer },
    example: { name: 'Handbooks 2026' },
  }),
  deleteCollection: endpoint({
    id: 'deleteCollection',
    method: 'DELETE',
    path: '/v1/collections/{collection_id}',
    auth,
    tag,
    summary: 'Delete a collection; its files stay, unless they shall go too',
    params: CollectionParams,
    query: Type.Object({
      files: Type.Optional(
        Type.Enum(['keep', 'delete'], { default: 'keep', description: 'What becomes of its files.' }),
      ),
    }),
    responses: { 200: Type.Object({ ...success, id: Type.String(), deleted: Type.Literal(true) }) },
  }),
  addCollectionFiles: endpoint({
    id: 'addCollectionFiles',
    method: 'POST',
    path: '/v1/collections/{collection_id}/files',
    auth,
    tag,
    summary: 'Add files, public addresses, or the pages of a site',
    description:
      'Answers at once; `GET …/files` says how far each file is. Adding what is in it already changes its attributes. ' +
      'Attachments of mail and PDFs and members of archives come with their file, under its attributes, and go with it.',
    params: CollectionParams,
    body: AddCollectionFilesRequest,
    responses: {
      202: Type.Object({
        ...success,
        added: Type.Integer({ description: 'Files and addresses taken; the pages of a site come as they are found.' }),
        job_id: Type.String(),
      }),
    },
    idempotent: true,
    problems: { '/': 'Name file_ids, urls or a site' },
    example: { file_ids: ['7d3f1c1e-0000-4000-8000-000000000000'], attributes: { year: 2026 } },
  }),
  listCollectionFiles: endpoint({
    id: 'listCollectionFiles',
    method: 'GET',
    path: '/v1/collections/{collection_id}/files',
    auth,
    tag,
    summary: 'List the files of a collection with their states, newest first',
    params: CollectionParams,
    query: PageQuery,
    responses: { 200: page(CollectionFile) },
  }),
  removeCollectionFile: endpoint({
    id: 'removeCollectionFile',
    method: 'DELETE',
    path: '/v1/collections/{collection_id}/files/{file_id}',
    auth,
    tag,
    summary: 'Take a file out of a collection; the file itself stays',
    params: Type.Object({ collection_id: Type.String(), file_id: Type.String() }),
    responses: { 200: Type.Object({ ...success, file_id: Type.String(), removed: Type.Literal(true) }) },
  }),
  searchCollection: endpoint({
    id: 'searchCollection',
    method: 'POST',
    path: '/v1/collections/{collection_id}/search',
    auth,
    tag,
    summary: 'Search the files of a collection for passages',
    params: CollectionParams,
    body: CollectionSearchRequest,
    responses: {
      200: Type.Object({
        ...success,
        results: Type.Array(CollectionSearchResult),
        mode: Type.Enum(searchModes, { description: 'How it was searched.' }),
        rerank: Type.Union(
          [
            Type.Object({
              model: Type.String(),
              error: Type.Union([Type.String(), Type.Null()], {
                description: 'Why the order is that of the search; null when the model gave it.',
              }),
            }),
            Type.Null(),
          ],
          { description: 'The model that put the best in order; null when none was asked.' },
        ),
      }),
    },
    problems: { '/': 'query is required', '/query': 'query is required' },
    example: { query: 'How many days of leave do new colleagues get?', top_k: 5, filter: { team: 'people' } },
  }),
};
