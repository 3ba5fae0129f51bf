"""Writes the files of src/ocr from the wheel they come from, and prints their SHA-256 for src/index.ts.

    pip download --no-deps rapidocr==3.10.0
    python3 engines/weights/tools/rebuild-ocr.py rapidocr-3.10.0-py3-none-any.whl

Only Python's own library is needed. The weights are copied as they are; the characters that the recogniser knows are taken out of
its metadata, so that nothing has to parse it when it is loaded.
"""
import hashlib
import pathlib
import sys
import zipfile

WHEEL = "2fc34e26cd0f48514804a94f8832283039c7334076bff60768b1fed9ad068050"
FILES = {
    "rapidocr/models/PP-OCRv6_det_small.onnx": "detection.onnx",
    "rapidocr/models/PP-OCRv6_rec_small.onnx": "recognition.onnx",
    "rapidocr/models/ch_ppocr_mobile_v2.0_cls_mobile.onnx": "direction.onnx",
    "rapidocr-3.10.0.dist-info/licenses/LICENSE": "LICENSE",
    "rapidocr-3.10.0.dist-info/licenses/MODEL_LICENSES.md": "MODEL_LICENSES.md",
}


def varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def fields(data: bytes):
    """The fields of a protobuf message that have a length."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        kind = key & 7
        if kind == 2:
            length, at = varint(data, at)
            yield key >> 3, data[at : at + length]
            at += length
        elif kind == 0:
            _, at = varint(data, at)
        else:
            at += 8 if kind == 1 else 4


def characters(model: bytes) -> bytes:
    metadata_props = 14  # of ModelProto, https://github.com/onnx/onnx/blob/main/onnx/onnx.proto
    for number, entry in fields(model):
        if number == metadata_props:
            pair = dict(fields(entry))
            if pair[1] == b"character":
                return pair[2]
    raise SystemExit("the recogniser names no characters")


def main() -> None:
    wheel = pathlib.Path(sys.argv[1])
    if hashlib.sha256(wheel.read_bytes()).hexdigest() != WHEEL:
        raise SystemExit(f"{wheel} is not the wheel that the files came from")
    folder = pathlib.Path(__file__).parent.parent / "src/ocr"
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(wheel) as archive:
        for source, name in FILES.items():
            (folder / name).write_bytes(archive.read(source))
    (folder / "characters.txt").write_bytes(characters((folder / "recognition.onnx").read_bytes()))
    for path in sorted(folder.iterdir()):
        print(hashlib.sha256(path.read_bytes()).hexdigest(), path.name)


main()
