import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One field of a protocol-buffer message: its number, and a varint, a text or an inner message. */
type Field = readonly [number: number, value: number | string | Uint8Array];

function message(...fields: Field[]): Uint8Array {
  return Buffer.concat(
    fields.map(([number, value]) => {
      if (typeof value === 'number') return Buffer.from([...varint(number << 3), ...varint(value)]);
      const bytes = Buffer.from(value as Uint8Array);
      return Buffer.concat([
        Buffer.from([...varint((number << 3) | 2), ...varint(bytes.length)]),
        bytes,
      ]);
    }),
  );
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(Math.floor(value / 128))];
}

const [float, int64] = [1, 7];

/** A node of the graph; an attribute is a whole number, or a list of them. */
function node(
  operator: string,
  [inputs, output]: [inputs: string[], output: string],
  attributes: Record<string, number | number[]> = {},
): Field {
  return [
    1,
    message(
      ...inputs.map((name): Field => [1, name]),
      [2, output],
      [4, operator],
      ...Object.entries(attributes).map(
        ([name, value]): Field => [
          5,
          typeof value === 'number'
            ? message([1, name], [3, value], [20, 2])
            : message([1, name], ...value.map((one): Field => [8, one]), [20, 7]),
        ],
      ),
    ),
  ];
}

/** An input or output tensor; every dimension is dynamic. */
function tensor(name: string, type: number, dimensions: string[]): Uint8Array {
  const shape = message(...dimensions.map((dimension): Field => [1, message([2, dimension])]));
  return message([1, name], [2, message([1, message([1, type], [2, shape])])]);
}

/**
 * Writes a cross-encoder with known scores, in the form of BERT: the score of a pair is the number of tokens of the text
 * that are in the query. It reads ids, mask and segments like a trained one. With `labels: 2` it returns two logits per
 * pair.
 */
export function writeTinyCrossEncoder(
  folder: string,
  { labels = 1 }: { labels?: 1 | 2 } = {},
): void {
  const names = ['input_ids', 'attention_mask', 'token_type_ids'];
  const graph = message(
    node('Cast', [['token_type_ids'], 'second'], { to: float }),
    node('Cast', [['attention_mask'], 'real'], { to: float }),
    node('Mul', [['second', 'real'], 'text']),
    node('Sub', [['real', 'text'], 'query']),
    node('Unsqueeze', [['input_ids'], 'down'], { axes: [2] }),
    node('Unsqueeze', [['input_ids'], 'across'], { axes: [1] }),
    node('Equal', [['down', 'across'], 'equal']),
    node('Cast', [['equal'], 'pairs'], { to: float }),
    node('Unsqueeze', [['text'], 'column'], { axes: [2] }),
    node('Unsqueeze', [['query'], 'row'], { axes: [1] }),
    node('MatMul', [['pairs', 'column'], 'matches']),
    node('MatMul', [['row', 'matches'], 'sum']),
    node('Squeeze', [['sum'], labels === 1 ? 'logits' : 'one'], { axes: [2] }),
    ...(labels === 1 ? [] : [node('Concat', [['one', 'one'], 'logits'], { axis: 1 })]),
    [2, 'overlap'],
    ...names.map((name): Field => [11, tensor(name, int64, ['pairs', 'tokens'])]),
    [12, tensor('logits', float, ['pairs', 'labels'])],
  );
  mkdirSync(join(folder, 'onnx'), { recursive: true });
  const model = message([1, 7], [2, 'mneme-test'], [7, graph], [8, message([1, ''], [2, 12])]);
  writeFileSync(join(folder, 'onnx/model_quantized.onnx'), model);
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ model_type: 'bert' }));
  writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify(tokenizer()));
  writeFileSync(
    join(folder, 'tokenizer_config.json'),
    JSON.stringify({
      tokenizer_class: 'BertTokenizer',
      model_max_length: 16,
      do_lower_case: true,
      pad_token: '[PAD]',
      unk_token: '[UNK]',
    }),
  );
}

/** Words as they are, `[CLS] query [SEP] text [SEP]`. */
function tokenizer(): object {
  const special = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'];
  const words = 'where does ada live tea she drinks in porto green a lot of'.split(' ');
  const vocab = Object.fromEntries([...special, ...words].map((word, id) => [word, id]));
  const token = (id: string, type_id: number) => ({ SpecialToken: { id, type_id } });
  const text = (id: 'A' | 'B', type_id: number) => ({ Sequence: { id, type_id } });
  return {
    version: '1.0',
    added_tokens: special.map((content, id) => ({ id, content, special: true })),
    normalizer: { type: 'BertNormalizer', lowercase: true, clean_text: true },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [token('[CLS]', 0), text('A', 0), token('[SEP]', 0)],
      pair: [token('[CLS]', 0), text('A', 0), token('[SEP]', 0), text('B', 1), token('[SEP]', 1)],
    },
    decoder: { type: 'WordPiece', prefix: '##' },
    model: { type: 'WordPiece', unk_token: '[UNK]', continuing_subword_prefix: '##', vocab },
  };
}
