"""Teaches the sentence encoder to read a question and a passage together, and writes src/sentences/answers.onnx.

    node quality/sets/train-claims.ts FOLDER --lessons questions.jsonl
    pip install torch==2.9.1 numpy==2.4.6 onnx==1.23.2
    python3 engines/weights/tools/train-answers.py questions.jsonl [--from FILE] [--epochs COUNT] [--out FILE]

It begins as multilingual-e5-small (src/sentences/encoder.onnx), or with `--from` as what this wrote before, and ends in one number for each pair:
the logarithm of how much likelier the passage answers than that none of the question's passages does. A line of the lessons is a question with the
passages that the reader would judge, as numbers of pieces (`writeLessons`), of which an epoch sees those that answer and some of the others. A fifth of
the files is left out (`isHeldFromEncoder`), and it says how it judges those. The seed is fixed; threads add in another order, so that the last digits
differ from one run to the next. On two cores an epoch takes half an hour. What is shipped began with two rounds
over three fifths of the files of 27 practice sets, then one over all but the held files with values by schema among the lessons, and then 1.7 of this.
"""
import argparse
import hashlib
import json
import math
import pathlib
import random

import numpy as np
import onnx
import torch
import torch.nn.functional as F
from onnx import TensorProto, helper, numpy_helper
from torch import nn

FOLDER = pathlib.Path(__file__).parent.parent / "src/sentences"
BLOCK, WIDTH, HEADS, LAYERS, PIECES = 32, 384, 12, 12, 48_000
BEGIN, PADDING, END = 0, 1, 2
# As many pieces as `AnswerJudge` looks at.
QUESTION, PASSAGE = 40, 130
QUESTIONS_AT_ONCE, RATE, WARM = 8, 5e-5, 60
# Of the questions whose answer was taken out of its file, and of those of articles, so many are asked in an epoch.
SHARE_OF_MADE, SHARE_OF_ARTICLES = 0.2, 0.35
WEIGHT_OF_ARTICLES = 0.5
# Of the passages of a question an epoch sees so many, of which so many may answer it.
MOST_PASSAGES, MOST_RIGHT = 4, 2
# The pairs of a step are computed in so many parts, each of pairs of one length.
PARTS_OF_STEP = 4
# Words and places are those of the encoder.
SHARED = ("words.w", "words.s", "places.w")
PARTS = {"qkv": 3 * WIDTH, "ao": WIDTH, "fi": 4 * WIDTH, "fo": WIDTH}


def tensors(model) -> dict[str, np.ndarray]:
    return {each.name: numpy_helper.to_array(each) for each in model.graph.initializer}


def unpacked(weights: np.ndarray, scales: np.ndarray, rows: int) -> np.ndarray:
    """Weights of 4 bits in blocks of 32, as the encoder keeps them."""
    flat = weights.reshape(rows, -1)
    pairs = np.stack([flat & 15, flat >> 4], -1).astype(np.float32) - 8
    return (pairs.reshape(rows, -1, BLOCK) * scales.astype(np.float32).reshape(rows, -1, 1)).reshape(rows, -1)


def unpacked_from(known: dict[str, np.ndarray]) -> dict[str, torch.Tensor]:
    """What `write` wrote, as the state of a `Judge`; what it shares with the encoder is left out."""
    state = {"ln.weight": known["emb.ln.w"], "ln.bias": known["emb.ln.b"]}
    for number in range(LAYERS):
        for part in PARTS:
            name, rows = f"l{number}.{part}", PARTS[part]
            blocks = known[f"{name}.w"].astype(np.float32).reshape(rows, -1, BLOCK) - 128
            weight = (blocks * known[f"{name}.s"].reshape(rows, -1, 1)).reshape(rows, -1)
            state[f"layers.{number}.{part}.weight"], state[f"layers.{number}.{part}.bias"] = weight, known[f"{name}.b"]
        for part in ("aln", "oln"):
            state[f"layers.{number}.{part}.weight"] = known[f"l{number}.{part}.w"]
            state[f"layers.{number}.{part}.bias"] = known[f"l{number}.{part}.b"]
    least = known["sides.least"]
    state["sides"] = np.stack([least, least + known["sides"]])
    for name, own in (("1", "head"), ("3", "end")):
        state[f"head.{name}.weight"], state[f"head.{name}.bias"] = known[f"{own}.w"], known[f"{own}.b"]
    return {name: torch.tensor(value) for name, value in state.items()}


def packed(weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Weights of 8 bits in blocks of 32 (128 is nothing), and the scale of each block."""
    blocks = weights.reshape(len(weights), -1, BLOCK)
    scales = np.abs(blocks).max(-1) / 127
    scales[scales == 0] = 1
    whole = np.clip(np.rint(blocks / scales[..., None]), -127, 127) + 128
    return whole.astype(np.uint8), scales.reshape(-1).astype(np.float32)


def linear(weight: np.ndarray, bias: np.ndarray) -> nn.Linear:
    made = nn.Linear(weight.shape[1], weight.shape[0])
    made.weight.data, made.bias.data = torch.tensor(weight), torch.tensor(bias)
    return made


def norm(known: dict[str, np.ndarray], name: str) -> nn.LayerNorm:
    made = nn.LayerNorm(WIDTH, eps=1e-12)
    made.weight.data, made.bias.data = torch.tensor(known[f"{name}.w"]), torch.tensor(known[f"{name}.b"])
    return made


class Layer(nn.Module):
    def __init__(self, known: dict[str, np.ndarray], number: int):
        super().__init__()
        for part, rows in PARTS.items():
            name = f"l{number}.{part}"
            weight = unpacked(known[f"{name}.w"], known[f"{name}.s"], rows)
            setattr(self, part, linear(weight, known[f"{name}.b"]))
        self.aln, self.oln = norm(known, f"l{number}.aln"), norm(known, f"l{number}.oln")
        self.drop = nn.Dropout(0.1)

    def forward(self, x, seen):
        rows, length, _ = x.shape
        q, k, v = (t.view(rows, length, HEADS, -1).transpose(1, 2) for t in self.qkv(x).split(WIDTH, -1))
        mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=seen).transpose(1, 2).reshape(x.shape)
        x = self.aln(x + self.drop(self.ao(mixed)))
        return self.oln(x + self.drop(self.fo(F.gelu(self.fi(x)))))


class Judge(nn.Module):
    def __init__(self, known: dict[str, np.ndarray]):
        super().__init__()
        words = unpacked(known["words.w"], known["words.s"], PIECES)
        self.words = nn.Embedding.from_pretrained(torch.tensor(words), freeze=True)
        self.places = nn.Embedding.from_pretrained(torch.tensor(known["places.w"].astype(np.float32)), freeze=True)
        self.ln = norm(known, "emb.ln")
        # Of the question, and of the passage.
        self.sides = nn.Parameter(torch.zeros(2, WIDTH))
        self.layers = nn.ModuleList(Layer(known, number) for number in range(LAYERS))
        self.head = nn.Sequential(nn.Dropout(0.1), nn.Linear(2 * WIDTH, 128), nn.Tanh(), nn.Linear(128, 1))

    def forward(self, pieces, sides):
        places = torch.arange(pieces.shape[1])[None]
        x = self.ln(self.words(pieces) + self.places(places) + self.sides[sides])
        seen = (pieces != PADDING)[:, None, None, :]
        for layer in self.layers:
            x = layer(x, seen)
        passage = sides.unsqueeze(-1).float()
        mean = (x * passage).sum(1) / passage.sum(1).clamp(min=1)
        return self.head(torch.cat([x[:, 0], mean], -1)).squeeze(-1)


def odds_of(judge: Judge, questions: list[dict], parts: int = PARTS_OF_STEP):
    """Of each passage of each question. What is alike in length is computed together."""
    pairs = [(each["question"][:QUESTION], passage["pieces"][:PASSAGE]) for each in questions for passage in each["passages"]]
    frames = [[BEGIN, *asked, END, END, *said, END] for asked, said in pairs]
    order = sorted(range(len(pairs)), key=lambda at: len(frames[at]))
    size = -(-len(order) // parts)
    parted = [order[start : start + size] for start in range(0, len(order), size)]
    found = torch.cat([judge(*batch_of([(frames[at], len(pairs[at][0]) + 3) for at in part])) for part in parted])
    return found[torch.argsort(torch.tensor(order))]


def batch_of(framed: list[tuple[list[int], int]]):
    """Frames of pieces, each with the place at which its passage begins."""
    length = max(len(frame) for frame, _ in framed)
    pieces = torch.full((len(framed), length), PADDING)
    sides = torch.zeros((len(framed), length), dtype=torch.long)
    for row, (frame, passage_at) in enumerate(framed):
        pieces[row, : len(frame)] = torch.tensor(frame)
        sides[row, passage_at : len(frame)] = 1
    return pieces, sides


def length_of(question: dict) -> int:
    return len(question["question"]) + max(len(passage["pieces"]) for passage in question["passages"])


def batches(questions: list[dict]) -> list[list[dict]]:
    """Alike in length together, in an order that is not that of lengths."""
    random.shuffle(questions)
    found = []
    for start in range(0, len(questions), 50 * QUESTIONS_AT_ONCE):
        part = sorted(questions[start : start + 50 * QUESTIONS_AT_ONCE], key=length_of)
        found += [part[at : at + QUESTIONS_AT_ONCE] for at in range(0, len(part), QUESTIONS_AT_ONCE)]
    random.shuffle(found)
    return found


def of_epoch(lessons: list[dict]) -> list[dict]:
    def share(lesson: dict) -> float:
        made = SHARE_OF_MADE if lesson["isMade"] else 1
        return made * (SHARE_OF_ARTICLES if lesson["isArticle"] else 1)

    return [some_of(lesson) for lesson in lessons if random.random() < share(lesson)]


def some_of(lesson: dict) -> dict:
    """The passages that answer, and of the others rather those that the reader ranks first."""
    passages = lesson["passages"]
    right = [each for each in passages if each["isRight"]][:MOST_RIGHT]
    others = [(random.random() ** (1 + rank / 2), each) for rank, each in enumerate(passages) if not each["isRight"]]
    others.sort(key=lambda each: -each[0])
    return {**lesson, "passages": right + [each for _, each in others[: MOST_PASSAGES - len(right)]]}


def loss_of(odds, questions: list[dict]):
    """One of the passages of a question answers, or none does, which has the odds 1."""
    total, weights, at = 0, 0, 0
    for question in questions:
        passages = question["passages"]
        own = torch.cat([torch.zeros(1), odds[at : at + len(passages)]])
        at += len(passages)
        right = [place + 1 for place, passage in enumerate(passages) if passage["isRight"]] or [0]
        weight = WEIGHT_OF_ARTICLES if question["isArticle"] else 1
        total = total - weight * (torch.logsumexp(own[right], 0) - torch.logsumexp(own, 0))
        weights += weight
    return total / weights


def train(judge: Judge, lessons: list[dict], epochs: int) -> None:
    head = list(judge.head.parameters())
    others = [each for each in judge.parameters() if each.requires_grad and all(each is not own for own in head)]
    groups = [{"params": others, "of": RATE}, {"params": head, "of": 6 * RATE}]
    optimizer = torch.optim.AdamW(groups, lr=RATE, weight_decay=0.01)
    steps = epochs * len(batches(of_epoch(lessons)))
    step, mean = 0, 0.0
    judge.train()
    for _ in range(epochs):
        for questions in batches(of_epoch(lessons)):
            loss = loss_of(odds_of(judge, questions), questions)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(judge.parameters(), 1.0)
            for group in optimizer.param_groups:
                group["lr"] = group["of"] * min(1, (step + 1) / WARM) * max(0.02, 1 - step / steps)
            optimizer.step()
            step += 1
            mean += 0.02 * (loss.item() - mean)
            if step % 50 == 0:
                print(f"{step} of {steps}: {mean / (1 - 0.98**step):.3f}", flush=True)


def report(judge: Judge, lessons: list[dict]) -> None:
    """The likeliest passage of each question: from which chance on how many are right and wrong."""
    judge.eval()
    best = []
    with torch.no_grad():
        for question in lessons:
            odds = [math.exp(min(30, each)) for each in odds_of(judge, [question], 1).tolist()]
            first = max(range(len(odds)), key=odds.__getitem__)
            best.append((odds[first] / (1 + sum(odds)), question["passages"][first]["isRight"]))
    for limit in (0.5, 0.6, 0.7, 0.8, 0.9, 0.95):
        told = [right for chance, right in best if chance >= limit]
        print(f"from {limit}: right {sum(told)}, wrong {len(told) - sum(told)} of {len(best)}")


def in_encoder(constant: TensorProto) -> TensorProto:
    """What was not taught stays where it is: the file says at which byte of encoder.onnx it stands."""
    file, data = (FOLDER / "encoder.onnx").read_bytes(), constant.raw_data
    at = file.find(data)
    assert at > 0 and file.find(data, at + 1) < 0
    place = {"location": "encoder.onnx", "offset": str(at), "length": str(len(data))}
    kept = TensorProto(name=constant.name, data_type=constant.data_type, dims=constant.dims)
    kept.data_location = TensorProto.EXTERNAL
    for key, value in place.items():
        kept.external_data.add(key=key, value=value)
    return kept


def write(judge: Judge, model, path: pathlib.Path) -> None:
    """The encoder's own graph with the weights as they were learned, and its end another one."""
    known = {name: value.detach().numpy().astype(np.float32) for name, value in judge.state_dict().items()}
    constants = {each.name: in_encoder(each) for each in model.graph.initializer if each.name in SHARED}

    def put(name: str, value: np.ndarray) -> str:
        constants[name] = numpy_helper.from_array(np.asarray(value, order="C"), name)
        return name

    def put_norm(name: str, source: str) -> None:
        put(f"{name}.w", known[f"{source}.weight"])
        put(f"{name}.b", known[f"{source}.bias"])

    put_norm("emb.ln", "ln")
    for number in range(LAYERS):
        for part in PARTS:
            weights, scales = packed(known[f"layers.{number}.{part}.weight"])
            put(f"l{number}.{part}.w", weights)
            put(f"l{number}.{part}.s", scales)
            put(f"l{number}.{part}.b", known[f"layers.{number}.{part}.bias"])
        put_norm(f"l{number}.aln", f"layers.{number}.aln")
        put_norm(f"l{number}.oln", f"layers.{number}.oln")
    nodes = []

    def node(kind: str, inputs: list[str], output: str, **attributes) -> None:
        nodes.append(helper.make_node(kind, inputs, [output], **attributes))

    pieces, last, one = put("axis.pieces", np.array([1])), put("axis.last", np.array([2])), put("axis.one", np.array([1]))
    node("Unsqueeze", ["counts", last], "counts.column")
    node("Mul", ["counts.column", put("sides", known["sides"][1] - known["sides"][0])], "sides.more")
    node("Add", ["sides.more", put("sides.least", known["sides"][0])], "sides.out")
    for each in model.graph.node:
        if each.op_type == "Unsqueeze":
            break
        if each.output[0] == "emb.ln.out":
            node("Add", ["places.out", "sides.out"], "places.sides")
            each.input[1] = "places.sides"
        for attribute in each.attribute:
            if each.op_type == "MatMulNBits" and attribute.name == "bits":
                attribute.i = 8
        nodes.append(each)
    x = f"l{LAYERS - 1}.oln.out"
    node("Mul", [x, "counts.column"], "counted")
    node("ReduceSum", ["counted", pieces], "sum", keepdims=0)
    node("ReduceSum", ["counts", pieces], "count", keepdims=1)
    node("Div", ["sum", "count"], "mean")
    node("Gather", [x, put("first", np.array(0))], "begin", axis=1)
    node("Concat", ["begin", "mean"], "both", axis=1)
    node("Gemm", ["both", put("head.w", known["head.1.weight"]), put("head.b", known["head.1.bias"])], "inner", transB=1)
    node("Tanh", ["inner"], "inner.out")
    node("Gemm", ["inner.out", put("end.w", known["head.3.weight"]), put("end.b", known["head.3.bias"])], "ends", transB=1)
    node("Squeeze", ["ends", one], "odds")
    graph = helper.make_graph(
        nodes,
        "answers",
        list(model.graph.input),
        [helper.make_tensor_value_info("odds", TensorProto.FLOAT, ["texts"])],
        list(constants.values()),
    )
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid("com.microsoft", 1)]
    path.write_bytes(helper.make_model(graph, opset_imports=opsets, ir_version=9).SerializeToString())
    print(hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_size, path.name)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("lessons", type=pathlib.Path)
    parser.add_argument("--from", dest="source", type=pathlib.Path)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--out", type=pathlib.Path, default=FOLDER / "answers.onnx")
    given = parser.parse_args()
    random.seed(1)
    torch.manual_seed(1)
    lessons = [json.loads(line) for line in given.lessons.read_text(encoding="utf8").splitlines()]
    model = onnx.load(str(FOLDER / "encoder.onnx"))
    judge = Judge(tensors(model))
    if given.source:
        source = onnx.load(str(given.source), load_external_data=False)
        known = {each.name: numpy_helper.to_array(each) for each in source.graph.initializer if each.name not in SHARED}
        missing = judge.load_state_dict(unpacked_from(known), strict=False)
        assert missing.unexpected_keys == [] and all(name.startswith(("words", "places")) for name in missing.missing_keys)
    train(judge, [lesson for lesson in lessons if not lesson["isHeld"]], given.epochs)
    report(judge, [lesson for lesson in lessons if lesson["isHeld"] and not lesson["isMade"]])
    write(judge, model, given.out)


main()
