#!/usr/bin/env python3
"""
Makes the fonts that plugins carry, from pinned Debian and npm packages.

Needs Debian 12 with apt-get, dpkg-deb and npm, and fontTools 4.66.1 and brotli 1.2.0 of PyPI: the
fontTools of Debian keeps more glyphs. The same packages give the same bytes. Every font is WOFF 2;
fonts that resemble each other are a collection. A font has at most 2 MiB, a collection 4, with its
licence (OFL.txt or NOTICE.txt) and its origin (SOURCE.txt) beside it.

    vendor/fonts/make.py                      all fonts
    vendor/fonts/make.py --only fonts-x11     the fonts of one plugin, or of one folder of a package
    vendor/fonts/make.py --output FOLDER      to FOLDER/plugins and FOLDER/packages instead of the project
    vendor/fonts/make.py --dump FOLDER        also the source bitmaps as JSON, for check.mjs
"""

import argparse
import bz2
import gzip
import io
import json
import re
import struct
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import brotli
from fontTools import subset
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.reorderGlyphs import reorderGlyphs
from fontTools.ttLib.tables.ttProgram import Program
from fontTools.ttLib.woff2 import WOFF2FlavorData, getKnownTagIndex, pack255UShort, packBase128

ROOT = Path(__file__).resolve().parents[2]
MAX_BYTES, MAX_COLLECTION_BYTES = 2 << 20, 4 << 20

DEBIAN = {
    "fonts-hanazono": "20170904-2.1",
    "fonts-noto-cjk": "1:20220127+repack1-1",
    "fonts-noto-cjk-extra": "1:20220127+repack1-1",
    "fonts-sil-charis": "6.101-1",
    "unicode-data": "15.0.0-1",
    "xfonts-100dpi": "1:1.0.5",
    "xfonts-75dpi": "1:1.0.5",
}
NPM = {
    "@fontsource/libre-caslon-text": "5.3.0",
    "@fontsource/ma-shan-zheng": "5.3.1",
    "@fontsource/noto-sans-bengali": "5.3.0",
    "@fontsource/noto-sans-devanagari": "5.3.0",
    "@fontsource/noto-sans-ethiopic": "5.3.0",
    "@fontsource/noto-sans-gujarati": "5.3.0",
    "@fontsource/noto-sans-gurmukhi": "5.3.0",
    "@fontsource/noto-sans-kannada": "5.3.0",
    "@fontsource/noto-sans-khmer": "5.3.0",
    "@fontsource/noto-sans-lao-looped": "5.3.0",
    "@fontsource/noto-sans-malayalam": "5.3.0",
    "@fontsource/noto-sans-myanmar": "5.3.0",
    "@fontsource/noto-sans-oriya": "5.3.0",
    "@fontsource/noto-sans-sinhala": "5.3.0",
    "@fontsource/noto-sans-tamil": "5.3.0",
    "@fontsource/noto-sans-telugu": "5.3.0",
    "@fontsource/noto-sans-thai-looped": "5.3.0",
}

# Seconds from 1904 to 2020-01-01: the date of fonts that are built from bitmaps.
EPOCH = 3660681600

# PUSHB 0, POP, three times. FreeType hints a TrueType font without instructions by itself, unless
# its control program is longer than seven bytes; this one does nothing, so outlines stay as drawn.
IDLE_PROGRAM = bytes([0xB0, 0, 0x21] * 3)


# Packages


class Packages:
    """Folders of unpacked packages, downloaded into `folder` on first use."""

    def __init__(self, folder):
        self.folder = folder
        self.unpacked = {}

    def debian(self, name):
        """Folder of a Debian package's files."""
        if name not in self.unpacked:
            run("apt-get", "download", f"{name}={DEBIAN[name]}", cwd=self.folder)
            (file,) = self.folder.glob(f"{name}_*.deb")
            self.unpacked[name] = self.folder / name
            run("dpkg-deb", "-x", file, self.unpacked[name])
        return self.unpacked[name]

    def npm(self, name):
        """Folder of an npm package's files."""
        if name not in self.unpacked:
            flat = name.strip("@").replace("/", "-")
            run("npm", "pack", f"{name}@{NPM[name]}", cwd=self.folder)
            target = self.folder / flat
            target.mkdir()
            run("tar", "-xzf", self.folder / f"{flat}-{NPM[name]}.tgz", "-C", target)
            self.unpacked[name] = target / "package"
        return self.unpacked[name]

    def copyright(self, name):
        """Text of a Debian package's copyright file."""
        path = self.debian(name) / "usr/share/doc" / name / "copyright"
        return path.read_text(encoding="utf-8")


def run(*command, cwd=None):
    """Runs a command; its output is shown only when it fails."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")


def licence_text(copyright_file, name):
    """Full text of licence `name` in a Debian copyright file."""
    paragraph = re.search(rf"^License: {name}\n((?: .*\n?)+)", copyright_file, re.M)[1]
    return re.sub(r"^ \.?", "", paragraph, flags=re.M)


# Bitmap fonts: PCF to outlines


@dataclass(frozen=True)
class Bitmap:
    """
    A glyph of one bit a pixel, cropped to its ink. `rows`: strings of "#" and ".", from the top.
    `left`: from the pen to the first column; `top`: rows above the baseline; `advance`: pixels.
    """

    advance: int
    left: int
    top: int
    rows: tuple


@dataclass(frozen=True)
class Strike:
    """A bitmap font. `glyphs`: bitmaps by code point; `ascent`, `descent`: pixels."""

    pixels: int
    ascent: int
    descent: int
    copyright: str
    glyphs: dict


PCF_PROPERTIES, PCF_ACCELERATORS, PCF_METRICS, PCF_BITMAPS, PCF_ENCODINGS = 1, 2, 4, 8, 32
PCF_COMPRESSED = 0x100


def read_pcf(path):
    """
    Reads a compressed PCF font in Unicode.
    Source: The X11 Portable Compiled Format, as in libXfont's pcfread.c.
    """
    data = gzip.decompress(path.read_bytes())
    tables = {}
    for i in range(struct.unpack_from("<I", data, 4)[0]):
        kind, _, size, offset = struct.unpack_from("<4I", data, 8 + 16 * i)
        tables[kind] = data[offset : offset + size]
    properties = pcf_properties(tables[PCF_PROPERTIES])
    if properties["CHARSET_REGISTRY"] != "ISO10646":
        raise ValueError(f"{path.name} is not in Unicode")
    ascent, descent = struct.unpack_from(order(tables[PCF_ACCELERATORS]) + "2i",
                                         tables[PCF_ACCELERATORS], 12)
    drawn = pcf_bitmaps(tables[PCF_BITMAPS], pcf_metrics(tables[PCF_METRICS]))
    codes = pcf_encodings(tables[PCF_ENCODINGS])
    glyphs = {code: drawn[i] for code, i in sorted(codes.items()) if is_text(code)}
    return Strike(properties["PIXEL_SIZE"], ascent, descent, properties["COPYRIGHT"], glyphs)


def is_text(code):
    """Whether a code point is no control character: the sources draw boxes for some of those."""
    return 0x20 <= code < 0x7F or code >= 0xA0


def order(table):
    """Byte order of a PCF table, as a prefix for struct."""
    return ">" if table[0] & 4 else "<"


def pcf_properties(table):
    """Properties of a PCF font: numbers and strings by name."""
    (count,) = struct.unpack_from(order(table) + "I", table, 4)
    entries = [struct.unpack_from(order(table) + "IBI", table, 8 + 9 * i) for i in range(count)]
    strings = table[8 + 9 * count + -(9 * count) % 4 + 4 :]

    def text(offset):
        return strings[offset : strings.index(0, offset)].decode("latin-1")

    return {text(name): text(value) if is_string else value for name, is_string, value in entries}


def pcf_metrics(table):
    """Metrics by glyph: left bearing, right bearing, advance, ascent, descent."""
    if struct.unpack_from("<I", table)[0] & PCF_COMPRESSED:
        (count,) = struct.unpack_from(order(table) + "H", table, 4)
        return [tuple(b - 0x80 for b in table[6 + 5 * i : 11 + 5 * i]) for i in range(count)]
    (count,) = struct.unpack_from(order(table) + "I", table, 4)
    return [struct.unpack_from(order(table) + "5h", table, 8 + 12 * i) for i in range(count)]


def pcf_bitmaps(table, metrics):
    """Bitmaps by glyph. Rows are padded to 1, 2, 4 or 8 bytes; the first pixel is the top bit."""
    (form,) = struct.unpack_from("<I", table)
    if not form & 8 or form >> 4 & 3:
        raise ValueError("the order of bits in the PCF font is not known")
    pad = 1 << (form & 3)
    (count,) = struct.unpack_from(order(table) + "I", table, 4)
    offsets = struct.unpack_from(f"{order(table)}{count}I", table, 8)
    pixels = table[8 + 4 * count + 16 :]
    result = []
    for offset, (left, right, advance, ascent, descent) in zip(offsets, metrics):
        width = right - left
        pitch = -(-width // (8 * pad)) * pad
        lines = (pixels[offset + y * pitch :][:pitch] for y in range(ascent + descent))
        bits = ["".join(f"{byte:08b}" for byte in line)[:width] for line in lines]
        result.append(cropped(advance, left, ascent, bits))
    return result


def cropped(advance, left, top, bits):
    """A Bitmap from rows of "0" and "1", without its empty margins."""
    inked = [y for y, row in enumerate(bits) if "1" in row]
    if not inked:
        return Bitmap(advance, 0, 0, ())
    first = min(row.index("1") for row in bits if "1" in row)
    last = max(row.rindex("1") for row in bits if "1" in row)
    rows = bits[inked[0] : inked[-1] + 1]
    drawn = tuple(row[first : last + 1].translate({48: ".", 49: "#"}) for row in rows)
    return Bitmap(advance, left + first, top - inked[0], drawn)


def pcf_encodings(table):
    """Glyph numbers by code point."""
    low2, high2, low1, high1, _ = struct.unpack_from(order(table) + "5h", table, 4)
    columns = high2 - low2 + 1
    count = (high1 - low1 + 1) * columns
    glyphs = struct.unpack_from(f"{order(table)}{count}H", table, 14)
    return {
        (low1 + i // columns) << 8 | (low2 + i % columns): glyph
        for i, glyph in enumerate(glyphs)
        if glyph != 0xFFFF
    }


def contours(bitmap):
    """
    Outlines of a bitmap in pixels, y up, ink on the right. Pixels that touch at a corner alone do
    not join.
    """
    ink = {
        (bitmap.left + x, bitmap.top - 1 - y)
        for y, row in enumerate(bitmap.rows)
        for x, pixel in enumerate(row)
        if pixel == "#"
    }
    edges = {}
    for x, y in sorted(ink):
        for beside, start, end in (
            ((x, y + 1), (x, y + 1), (x + 1, y + 1)),
            ((x + 1, y), (x + 1, y + 1), (x + 1, y)),
            ((x, y - 1), (x + 1, y), (x, y)),
            ((x - 1, y), (x, y), (x, y + 1)),
        ):
            if beside not in ink:
                edges.setdefault(start, []).append(end)
    result = []
    while edges:
        result.append(corners(walk(edges, min(edges))))
    return result


def walk(edges, start):
    """Takes one closed contour out of `edges`; where two go on from a point, it turns right."""
    path = [start]
    came = (0, 0)
    while True:
        here = path[-1]
        ends = edges[here]
        right = (here[0] + came[1], here[1] - came[0])
        end = right if right in ends else ends[0]
        ends.remove(end)
        if not ends:
            del edges[here]
        if end == start:
            return path
        came = (end[0] - here[0], end[1] - here[1])
        path.append(end)


def corners(path):
    """The points of a closed path at which it turns."""
    around = zip([path[-1], *path[:-1]], path, [*path[1:], path[0]])
    return [b for a, b, c in around if not (a[0] == b[0] == c[0] or a[1] == b[1] == c[1])]


# Font units per pixel: an em must have 16 units or more, and the smallest strike has 8 pixels.
UNITS = 2


def outline(bitmap):
    """TrueType glyph of a bitmap."""
    pen = TTGlyphPen(None)
    for points in contours(bitmap):
        pen.moveTo(scaled(points[0]))
        for point in points[1:]:
            pen.lineTo(scaled(point))
        pen.closePath()
    return pen.glyph()


def scaled(point):
    """A point in font units."""
    return (point[0] * UNITS, point[1] * UNITS)


def bitmap_font(strike, family, style):
    """
    TTFont of a strike, with pixel-square outlines: at strike.pixels it rasterises to the bitmaps.
    Characters of one shape share a glyph.
    """
    shapes = {}
    cmap = {code: shapes.setdefault(b, f"g{len(shapes)}") for code, b in strike.glyphs.items()}
    empty = Bitmap(strike.pixels // 2, 0, 0, ())
    glyphs = {".notdef": empty, **{name: bitmap for bitmap, name in shapes.items()}}
    builder = FontBuilder(strike.pixels * UNITS, isTTF=True)
    builder.updateHead(created=EPOCH, modified=EPOCH)
    builder.setupGlyphOrder(list(glyphs))
    builder.setupCharacterMap(cmap)
    builder.setupGlyf({name: outline(bitmap) for name, bitmap in glyphs.items()})
    builder.setupHorizontalMetrics(
        {name: (b.advance * UNITS, b.left * UNITS) for name, b in glyphs.items()}
    )
    height = {"ascent": strike.ascent * UNITS, "descent": -strike.descent * UNITS}
    builder.setupHorizontalHeader(**height, lineGap=0)
    set_names(builder, strike, family, style)
    builder.setupOS2(
        sTypoAscender=height["ascent"],
        sTypoDescender=height["descent"],
        sTypoLineGap=0,
        usWinAscent=height["ascent"],
        usWinDescent=-height["descent"],
        usWeightClass=700 if "Bold" in style else 400,
        fsSelection=(0x20 if "Bold" in style else 0) | (1 if "Italic" in style else 0) or 0x40,
        achVendID="NONE",
    )
    builder.setupPost(keepGlyphNames=False)
    font = builder.font
    font["head"].macStyle = (1 if "Bold" in style else 0) | (2 if "Italic" in style else 0)
    set_idle_program(font)
    return font


def set_names(builder, strike, family, style):
    """Writes the name table of a strike: a neutral family name, and the copyright of the source."""
    full = f"{family} {strike.pixels} {style}"
    builder.setupNameTable(
        {
            "copyright": strike.copyright,
            "familyName": f"{family} {strike.pixels}",
            "styleName": style,
            "uniqueFontIdentifier": full,
            "fullName": full,
            "version": "Version 1.000",
            "psName": full.replace(" ", ""),
            "licenseDescription": "See NOTICE.txt, which goes with every copy.",
        },
        mac=False,
    )


def set_idle_program(font):
    """Keeps FreeType from hinting a font that has no instructions."""
    font["prep"] = newTable("prep")
    font["prep"].program = Program()
    font["prep"].program.fromBytecode(IDLE_PROGRAM)
    font["maxp"].maxStackElements = 1


# Package and size in points of each strike, by pixels: 8 to 24 points at 75 and 100 dots per inch.
STRIKES = {
    8: ("75dpi", 8),
    10: ("75dpi", 10),
    11: ("100dpi", 8),
    12: ("75dpi", 12),
    14: ("75dpi", 14),
    17: ("100dpi", 12),
    18: ("75dpi", 18),
    20: ("100dpi", 14),
    24: ("75dpi", 24),
    25: ("100dpi", 18),
    34: ("100dpi", 24),
}
# Both packages have 14 pixels. In these two faces the word space of 75dpi is too narrow.
WIDER_SPACED = {("ncenR", 14): ("100dpi", 10), ("ncenI", 14): ("100dpi", 10)}

BOOK = {
    "": ("ncenR", "Regular"),
    "-italic": ("ncenI", "Italic"),
    "-bold": ("ncenB", "Bold"),
    "-bold-italic": ("ncenBI", "Bold Italic"),
}
LABEL = {"": ("helvR", "Regular"), "-bold": ("helvB", "Bold")}


def strike_path(packages, source, pixels):
    """PCF file of a source face at a size."""
    folder, points = WIDER_SPACED.get((source, pixels), STRIKES[pixels])
    fonts = packages.debian(f"xfonts-{folder}") / "usr/share/fonts/X11" / folder
    return fonts / f"{source}{points:02}.pcf.gz"


def make_strikes(build, name, family, faces, sizes):
    """Makes one font for each face and size of a bitmap family, by size. Returns their copyright notices."""
    notices, fonts = set(), []
    file = f"{name}.woff2"
    for pixels in sizes:
        for source, style in faces.values():
            strike = read_pcf(strike_path(build.packages, source, pixels))
            build.dump_strike(strike, file, len(fonts))
            fonts.append(bitmap_font(strike, family, style))
            notices.add(strike.copyright)
    build.save_collection(fonts, file)
    return notices


def bitmap_notice(packages, families, notices):
    """Copyright and permission notices of the bitmap sources."""
    text = packages.copyright("xfonts-75dpi")
    section = re.search(r"^font-adobe-75dpi:\n((?:(?:  .*)?\n)+)", text, re.M)[1]
    permission = re.sub(r"^  ", "", section, flags=re.M).strip()
    return (
        f"{families}: outlines made from bitmap fonts of the X Window System. The bitmaps say:\n\n"
        + "\n".join(sorted(notices))
        + f"\n\nTheir package says:\n\n{permission}\n"
    )


def make_x11(build):
    """A serif for text, and a sans for labels."""
    small = [px for px in STRIKES if px != 34]
    notices = make_strikes(build, "book", "Platen Book", BOOK, STRIKES)
    notices |= make_strikes(build, "label", "Platen Label", LABEL, small)
    notice = bitmap_notice(build.packages, "Platen Book and Platen Label", notices)
    build.write("NOTICE.txt", notice)
    sources = [source for faces in (BOOK, LABEL) for source, _ in faces.values()]
    files = ", ".join(f"{source}[0-9][0-9].pcf.gz" for source in sources)
    build.source("xfonts-75dpi", "xfonts-100dpi", files=files)


# Outline fonts: subsets


def opened(path, number=-1):
    """TTFont of a file, or of one member of a collection, with its dates kept."""
    return TTFont(path, fontNumber=number, lazy=True, recalcTimestamp=False)


def subset_to(font, codes, features):
    """Cuts a font to characters and OpenType features, without instructions."""
    options = subset.Options()
    options.layout_features = features
    options.drop_tables += ["Silt"]
    options.layout_scripts = ["*"]
    options.hinting = False
    options.notdef_outline = True
    options.glyph_names = False
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 7, 13, 14, 16, 17]
    options.name_languages = [0x409]
    options.recalc_timestamp = False
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=codes)
    subsetter.subset(font)


def spans(*pairs):
    """Set of the code points in ranges, ends included."""
    return {code for first, last in pairs for code in range(first, last + 1)}


TEXT = ["Regular", "Italic", "Bold", "BoldItalic"]
TEXT_FEATURES = "kern mark mkmk ccmp locl onum lnum tnum pnum smcp c2sc frac sups subs liga".split()
TEXT_CODES = spans(
    (0x20, 0x7E),
    (0xA0, 0x52F),
    (0x1AB0, 0x1AFF),
    (0x1D00, 0x1FFF),
    (0x2000, 0x2064),
    (0x2070, 0x20CF),
    (0x2100, 0x23FF),
    (0x2423, 0x2423),
    (0x25CA, 0x25CC),
    (0x2640, 0x2642),
    (0x266D, 0x266F),
    (0x2713, 0x2713),
    (0x27E6, 0x27E9),
    (0x2C60, 0x2C7F),
    (0x2DE0, 0x2E5D),
    (0xA640, 0xA69F),
    (0xA700, 0xA7FF),
    (0xAB30, 0xAB6F),
    (0xFB00, 0xFB04),
    (0xFE20, 0xFE2F),
)


def make_text(build):
    """Charis SIL without its reserved names. Its own instructions give less even stems in one bit than FreeType's hinter."""
    folder = build.packages.debian("fonts-sil-charis") / "usr/share/fonts/truetype/charis"
    fonts = [opened(folder / f"CharisSIL-{style}.ttf") for style in TEXT]
    for font in fonts:
        subset_to(font, TEXT_CODES, TEXT_FEATURES)
        rename(font, "Platen Text")
    build.save_collection(fonts, "text.woff2")
    text = build.packages.copyright("fonts-sil-charis")
    holders = re.search(r"^Files: \*\nCopyright: ((?:.*\n)+?)License:", text, re.M)[1]
    notice = re.sub(r"^ \.?", "", holders, flags=re.M)
    build.write("OFL.txt", notice + "\n" + licence_text(text, "OFL-1.1-RFN"))
    build.source("fonts-sil-charis", files="CharisSIL-*.ttf")


def rename(font, family):
    """Gives a font another family name."""
    names = font["name"]
    style = names.getDebugName(2)
    full = f"{family} {style}"
    for number, text in ((1, family), (3, full), (4, full), (6, full.replace(" ", ""))):
        names.setName(text, number, 3, 1, 0x409)
    for number in (7, 16, 17):
        names.removeNames(number)


# Chinese, Japanese and Korean

# Punctuation and symbols that are set in a Han face.
CJK_SYMBOLS = spans(
    (0x20, 0x7E),
    (0xA0, 0xA9),
    (0xAE, 0xB7),
    (0xD7, 0xD7),
    (0xF7, 0xF7),
    (0x2010, 0x2027),
    (0x2030, 0x203D),
    (0x2047, 0x2049),
    (0x2051, 0x2051),
    (0x20AC, 0x20AC),
    (0x2103, 0x2103),
    (0x2109, 0x2109),
    (0x2116, 0x2116),
    (0x2121, 0x2122),
    (0x2150, 0x217F),
    (0x2190, 0x2199),
    (0x2460, 0x2473),
    (0x25A0, 0x25A1),
    (0x25B2, 0x25CF),
    (0x2605, 0x2606),
    (0x3000, 0x303F),
    (0xFE10, 0xFE1F),
    (0xFE30, 0xFE4F),
    (0xFF01, 0xFF5E),
    (0xFFE0, 0xFFE6),
)
KANA = spans((0x3041, 0x30FF), (0x31F0, 0x31FF))
BOPOMOFO = spans((0x3105, 0x312F), (0x31A0, 0x31BF), (0x2C7, 0x2C7), (0x2CA, 0x2CB), (0x2D9, 0x2D9))
HALF_WIDTH_KANA = spans((0xFF61, 0xFF9F))
JAMO = spans((0x1100, 0x1112), (0x1161, 0x1175), (0x11A8, 0x11C2), (0x3131, 0x318E))
# Letters of written Cantonese, which Big5 level 1 lacks.
CANTONESE = (
    "乜佢冇劏吔咁咗哋哣唓唞唥啩啫啱啲喎喐喺喼嗌嗰嗱嘅嘞嘢嘥噃噉嚟嚿奀嬲孖孭屙悭慳戇抦揗揞揦揸揼搣"
    "搲搵摷擝攞攰曱氹焗煲牀甴睇瞓砵箍糴罅羮諗贃踎踭躀邨鎅鑊靚餸馦髀𠝹𠺢𡁻𢱕𢲲𥄫𥆡𨋢𨳊"
)
# Han outside GB 2312 for the Song face: traditional and Japanese forms, names, elements.
BEYOND_GB_2312 = (
    "丟両並丼乂乗亂亅亜亞仮伅伝伭佈佔佢併佷佸佹佺佽侀來価侶係俠俬俶倆倉個們倖値倫倶偉偲側偵偸偽傑"
    "傘備傚傛傜傝傢傳債傷傾僅働僕價僾儀億儘償優儲儴兇兌兎児兒內兩円冇冊冨冩冪冴凍凜処凪凱別刪則剎"
    "剛剣創劃劇劉劍劑劵効劼勁動務勝勞勢勫勯勳勵匯區卍協単卻厭厲參叆収叕叡叢吋吔吥吳吶吽呂呎呯呰咁"
    "咗咘咲哋員唄唴唵唸問啓啟啫啰啱啲喆喚喪喫喬單喰喲営喺嗎嗕嗙嗚嗛嗰嘅嘆嘗嘚嘢噁噚噴噸噹嚇嚐嚟嚮"
    "嚴囉囍団囧囲図國圍園圓圖團圧坉垎垚垟垵埇埌埗埵執埼堃堅堝報場堺塊塗塚塩塵墊増墜墠墦墮壇壊壓壞"
    "壯売壺壽変夊夌夎夐夠夢夲夾奧奪奭奮奷妝妳妺姉姞姤姦姩姪姫娛婁婂婃婐婦婳媞媺媽嫚嬅嬌嬛嬢嬪嬬嬭"
    "嬰嬿孖孫學実宬宮寔實寧審寫寬寳寵寶対専將專尋對導尐尓屄屆屌屍層屬屼屾岡峇峯島峽崑崗嵎嵐嶄嶅嶆"
    "嶇嶈嶋嶺嶽巻巿帥師帯帰帳帶幣幫幹幾広庢庣庫廁廈廋廚廟廠廢廣廳弢張強弾彈彌彎彙彥彧彿徃徑従從復"
    "徳徹忔応恆恥恵悅悊悩悪悶惇惡惢惱愛愬愭愮態慘慣慮慶慾憂憐憑憡憲憶懆應懲懶懷懸戀戝戞戠戣戦戯戰"
    "戲戶戸戻払扱抜拋拰挓挿捜捨捰捲掃掑掛採掲揚換揮揺損搖搧搵搶搾撃撐撥撫撲撳撻擁擇擊擋擔據擠擬擴"
    "擺擼擾攜攝攞攣攤敓敗敘敤敵數斁斂斉斎斬斷斿旂旳旸旻旼昇昉昰時晉晞晩暀暈暐暢暫暱暻曆曈曉曌曞曠"
    "曬書曽會東枃枓柊柟査柾栄栞栢栨栭桜桿條梱梶棄棟棬棲棴椈検楀楊楓業極楽榊榎榮槃構槍様槸槻樂樋樑"
    "樓標樣権樸樹樺樻樼橋機橫橾檔檢檯檳檸櫃櫻欄權欏欐欒欸歐歡歩歲歳歴歷歸殑殘殺殼毀毎気氣氫氬氳氶"
    "氷氹氾汚決沄沒沖沢況洩洸洺洿浄浉浐浘涘涙涼淚淨淩淵淸淺済渉渋減測渶渹湁湅湉湊湑湡湧湯湴満準溝"
    "溫溼滀滃滄滅滆滘滝滾滿漁漢漲漸漿潃潑潔潛潟潤潰澀澤澪濁濃濆濇濋濕濛濟濤濫濱濾瀏瀨瀬灘灣災炆炩"
    "為烏烜焗焜無焼煄煉煙煩熱熸熺熻燈燊燒燚營燦爐爛爭爲爺爾牆牠牽犇犲犵狀猶獄獅獎獣獨獲獵獸獻玥玦"
    "玧玹珅珣珪珮珺現琇琍琤琯瑀瑄瑋瑠瑣瑤瑩瑪璘璟璠環瓊瓙產産甦甪畊畑畢畫畬異當畾疊痙瘆瘋瘑瘡瘽療"
    "癒癡癢発發皯盃盜盡監盤盧県眞眾瞋瞭砲硚碁碩確碼磡磯礎礙礦祂祇祎祐祕祼禍禛禦禪禮稅種稱稲穀穂積"
    "穎穢穩窓窩窮窺竜競竷笂笅笉笹筆箓節範築篠簡簨簬簽籃籌籠籤粵粿紀約紅紋納紐紑紒純紗紘紙級紛紝紡"
    "紬紮細紳紹終組経結絕絡給統絲絵絶綁綉綍經綔続綜綠綫維綱網綺綾綿緊総緑緒線緣編緩緬練緻縄縛縣縫"
    "縮縱總績繃繋織繞繩繪繫繹繼繽續纏纖纮罰罵羅羣義翀習翹聖聞聯聰聲聴職聽肏胔脅脇脈脫脳腎腘腦腫腳"
    "腸膚膠膩膽臉臘臟臥臨臺與興舉舊舎舖舺艦艶艷艸芃苾茲莊莖菈菓華萊萩萬葉蒐蒟蒻蒼蓋蓮蔔蔣蔵蕩蕭薙"
    "薦薩薫薬藍藝藥蘆蘇蘋蘭蘿處虛號蛦蝦螢蟲蠟蠻衆術衛衝袪裏補裝裡製複褔褲襪襲見規視覚覡覧親観覺覽"
    "觀觸訂計訊討訓訕託記訣訪設許訳訴診註証評詞詠詢試詩話該詳誇誌認誕誘語誠誤說説読誰課誼調談請諒"
    "論諜諧諮諸諾謀謂謎謗謙講謝謠謹證識譚譜譯議護譽讀變讓讚豊豎豐豔豬貓貝貞負財貢貧貨販貪貫責貴買"
    "貸費貼貿賀資賈賊賓賛賜賞賠賢賣賤賦質賬賭賴賺購賽贈贊贏赟趕趙趨跡跶蹟蹤躍車軌軍軒軟転軸軽較載"
    "輔輕輛輝輩輪輯輸轉轟辦辭辯農辺辻込迴這連週進遊運過達違遙遜遞遠適遲遷選遺遼邁還邊邏邨郃郞郵郷"
    "鄉鄠鄧鄭鄰酔醜醫醬釆釋釘針釣鈞鈥鈴鉄銀銅銆銘銷鋆鋒鋪鋼錄錢錤錦錫錯録錶鍊鍋鍏鍐鍑鍒鍔鍖鍗鍘鍙"
    "鍚鍛鍜鍥鍧鍵鍾鎖鎬鎭鎮鎯鎴鎵鎷鏀鏂鏃鏄鏇鏈鏌鏍鏡鐐鐑鐖鐘鐨鐩鐪鐮鐵鑑鑒鑰鑱鑲鑳鑷鑽鑾镕長門閃"
    "閉開閑閒間関閣閤閨閫閭閮閰閱閲閿闀闃闆闇闈闊闖闘關陞陣陰陳陸険陽隊階際隠隣隨險隱隷隸隻雑雖雙"
    "雛雜雞離難雫雲電霊霑霧靈靑靚靜韋韓韻響頁頂頃項順須頌預頑頒頓領頫頭頸頻頼顆題額顏顔願類顧顯風"
    "颱飄飏飛飯飲飼飽飾餅養餌餓餘館饅饑馬馮馳馴駅駐駕駛駿騎騒験騙騰騷驅驗驚驟髒體髪髮鬆鬥鬧鬱魚魟"
    "魯鮑鮮鳥鳳鳴鴉鴨鴻鵝鵬鶴鷹鸮鸰鹮鹹鹽麗麥麵麼黃黒黙點黨齁齊齋齒齡龍龘龜"
)


def coded(codec, first, last, trail=0xA1):
    """Set of the characters whose lead byte is from `first` to `last` in a two-byte codec."""
    found = set()
    for lead in range(first, last + 1):
        for second in range(trail, 0xFF):
            try:
                found.add(ord(bytes([lead, second]).decode(codec)))
            except (TypeError, UnicodeDecodeError):
                continue
    return found


def unihan(packages, field, file="OtherMappings"):
    """Code points that have a field in Unicode's database of Han characters, with its value."""
    path = packages.debian("unicode-data") / f"usr/share/unicode/Unihan_{file}.txt.bz2"
    rows = re.findall(rf"^U\+(\w+)\t{field}\t(.*)$", bz2.open(path, "rt").read(), re.M)
    return {int(code, 16): value for code, value in rows}


def is_han(code):
    """Whether a code point is a unified ideograph."""
    return 0x3400 <= code <= 0x9FFF or code >= 0x20000


def simplified(packages):
    """GB 2312, and all characters in general use (the list of 2013)."""
    listed = unihan(packages, "kTGH").keys()
    return CJK_SYMBOLS | KANA | BOPOMOFO | coded("gb2312", 0xA1, 0xF7) | listed


def simplified_serif(_packages):
    """GB 2312, Latin-1, and BEYOND_GB_2312: as much as fits."""
    letters = spans((0xA0, 0xFF), (0x152, 0x153), (0x2BB, 0x2BB), (0x300, 0x304), (0x2002, 0x2002))
    symbols = spans((0x2212, 0x2215), (0x32A3, 0x32A3), (0x339C, 0x33A1), (0xFE50, 0xFE66))
    others = letters | symbols | set(map(ord, BEYOND_GB_2312))
    return CJK_SYMBOLS | KANA | BOPOMOFO | coded("gb2312", 0xA1, 0xF7) | others


def japanese(packages):
    """JIS X 0208 without level 2, and all kanji of general use and of personal names."""
    kanji = unihan(packages, "kJoyoKanji").keys() | unihan(packages, "kJinmeiyoKanji").keys()
    jis = coded("euc_jp", 0xA1, 0xA8) | coded("euc_jp", 0xB0, 0xCF)
    return CJK_SYMBOLS | KANA | HALF_WIDTH_KANA | jis | kanji


def korean(packages):
    """KS X 1001 with all its hanja, jamo, and the hanja of general education."""
    taught = unihan(packages, "kKoreanEducationHanja").keys()
    return CJK_SYMBOLS | KANA | JAMO | coded("euc_kr", 0xA1, 0xFD) | taught


def traditional(_packages):
    """Big5 level 1, bopomofo, and letters of written Cantonese."""
    level_1 = coded("big5", 0xA1, 0xC6, trail=0x40)
    return CJK_SYMBOLS | KANA | BOPOMOFO | level_1 | set(map(ord, CANTONESE))


def jis_x_0213():
    """Han of JIS X 0213 by plane: levels 1 to 3, and level 4."""
    planes = []
    for prefix in (b"", b"\x8f"):
        pairs = [bytes([lead, trail]) for lead in range(0xA1, 0xFF) for trail in range(0xA1, 0xFF)]
        texts = [(prefix + pair).decode("euc_jis_2004", "ignore") for pair in pairs]
        planes.append({ord(text) for text in texts if len(text) == 1 and is_han(ord(text))})
    return planes


def is_compatible(code):
    """Whether a code point is a form of Han that Unicode keeps for compatibility: names have some."""
    return 0xF900 <= code <= 0xFAFF


def names(packages):
    """
    Han in names and in Cantonese that the fonts of regions lack: JIS X 0213 to level 3, the
    extensions of NEC and IBM, and beyond the first plane all that Noto has, but of Hong Kong's
    characters those in the dictionary of Cheung and Bauer alone.
    """
    to_level_3, level_4 = jis_x_0213()
    vendors = coded("cp932", 0xED, 0xEE, trail=0x40) | coded("cp932", 0xFA, 0xFC, trail=0x40)
    cantonese = unihan(packages, "kCheungBauer", "DictionaryLikeData").keys()
    beyond = {code for code in has_noto(packages) if code >= 0x20000}
    of_hong_kong = unihan(packages, "kHKSCS").keys() - level_4 - cantonese
    found = {code for code in to_level_3 | vendors if is_han(code) or is_compatible(code)}
    return (found | beyond - of_hong_kong) - of_regions(packages) | set(LETTERS_OF_TOMO)


def has_noto(packages):
    """Characters of the whole Noto Sans; all of its members have the same."""
    return opened(SANS.path(packages), TC).getBestCmap().keys()


def of_regions(packages):
    """Characters of the fonts that are drawn for Chinese and Japanese."""
    return simplified(packages) | traditional(packages) | japanese(packages)


CJK_FEATURES = "halt vhal palt vert vrt2 locl ccmp ljmo vjmo tjmo".split()
# Members of the collections.
JP, KR, SC, TC = range(4)
REGIONS = {"jp": (JP, japanese), "sc": (SC, simplified), "tc": (TC, traditional), "names": (JP, names)}


@dataclass(frozen=True)
class Collection:
    """
    A font file of Noto with a member per region. `tolerance`: how far quadratic curves may be from
    its cubic ones, in thousandths of an em.
    """

    package: str
    file: str
    tolerance: float

    def path(self, packages):
        """Where it is unpacked."""
        return packages.debian(self.package) / "usr/share/fonts/opentype/noto" / self.file


SANS = Collection("fonts-noto-cjk", "NotoSansCJK-Regular.ttc", 1.0)
# As SANS, for characters that are seldom drawn.
RARE = Collection("fonts-noto-cjk", "NotoSansCJK-Regular.ttc", 2.0)
SERIF = Collection("fonts-noto-cjk-extra", "NotoSerifCJK-Medium.ttc", 2.0)


# "Tomo" in one sign, which names of places have and Noto lacks: the letters to and mo side by side.
TOMO, LETTERS_OF_TOMO = 0x2A708, (0x30C8, 0x30E2)


def make_noto_sans(build):
    """Noto Sans, one font a region, and one for names."""
    fonts = [cut_cjk(build.packages, SANS, member, characters) for member, characters in REGIONS.values()]
    add_tomo(fonts[list(REGIONS).index("names")])
    build.save_collection(fonts, "noto-sans.woff2")
    members = ", ".join(f"{member} ({region})" for region, (member, _) in REGIONS.items())
    credit_cjk(build, SANS, f"members {members}")


def add_tomo(font):
    """Makes the letters to and mo of a font one sign, narrowed to half their width."""
    to, mo = (font.getBestCmap()[code] for code in LETTERS_OF_TOMO)
    drawn = font.getGlyphSet()
    pen = TTGlyphPen(None)
    drawn[to].draw(TransformPen(pen, (0.6, 0, 0, 1, -150, 0)))
    drawn[mo].draw(TransformPen(pen, (0.62, 0, 0, 1, 330, 0)))
    font["glyf"][to] = glyph = pen.glyph()
    glyph.recalcBounds(font["glyf"])
    font["hmtx"][to] = (font["hmtx"][to][0], glyph.xMin)
    for table in font["cmap"].tables:
        for code in LETTERS_OF_TOMO:
            table.cmap.pop(code, None)
        if table.format == 12:
            table.cmap[TOMO] = to


def cut_hanazono(packages, codes):
    """Characters of Hanazono, which has all of plane 2, under a name of its own."""
    folder = packages.debian("fonts-hanazono") / "usr/share/fonts/truetype/hanazono"
    font = opened(folder / "HanaMinB.ttf")
    subset_to(font, codes, [])
    rename(font, "Platen Rare Han")
    return font


# Fonts of the package fonts-world: how many files the rest of Noto's Han is divided among.
RARE_FILES = 3


def make_world_han(build):
    """Korean, all Han of Noto that the built-in fonts lack, and characters of registers beyond it."""
    packages = build.packages
    build.save(cut_cjk(packages, SANS, KR, korean), "noto-sans-kr-400.woff2")
    has = has_noto(packages)
    built_in = of_regions(packages) | names(packages)
    rare = sorted(code for code in has - built_in if is_han(code) or is_compatible(code))
    share = -(-len(rare) // RARE_FILES)
    for i in range(RARE_FILES):
        part = set(rare[i * share : (i + 1) * share])
        build.save(cut_cjk(packages, RARE, TC, lambda _, part=part: part), f"noto-sans-han-{i + 1}-400.woff2")
    build.save(cut_hanazono(packages, of_registers(packages) - has - {TOMO}), "rare-han-400.woff2")
    credit_cjk(build, SANS, f"members {KR} (kr), {TC} (han)", hanazono="rare-han-400.woff2")


def of_registers(packages):
    """Characters of plane 2 that have a source in Japan, Hong Kong or Macau."""
    rows = (unihan(packages, f"kIRG_{place}Source", "IRGSources") for place in "JHM")
    return {code for row in rows for code in row if code >= 0x20000}


def make_noto_serif(build):
    """Noto Serif for simplified Chinese."""
    font = cut_cjk(build.packages, SERIF, SC, simplified_serif)
    build.save(font, "noto-serif-sc-500.woff2")
    credit_cjk(build, SERIF, f"member {SC}")


def cut_cjk(packages, collection, member, characters):
    """TTFont for one region from a collection."""
    font = opened(collection.path(packages), member)
    codes = characters(packages)
    limit_forms(font, {code for code in codes if not is_han(code)})
    subset_to(font, codes, CJK_FEATURES)
    to_truetype(font, collection.tolerance)
    return font


def credit_cjk(build, collection, members, hanazono=""):
    """
    Writes the notice, the licence and the source of fonts from a collection. `hanazono`: the file
    beside them that is of Hanazono.
    """
    names_of = opened(collection.path(build.packages), SC)["name"]
    notice = "\n".join(names_of.getDebugName(number) for number in (0, 7))
    licence = licence_text(build.packages.copyright(collection.package), "SIL-1.1")
    terms = "This Font Software is licensed under the SIL Open Font License, Version 1.1."
    sources, files = [collection.package], f"{collection.file}, {members}"
    if hanazono:
        notice += "\n" + hanazono_notice(build.packages, hanazono)
        sources, files = [*sources, "fonts-hanazono"], f"{files}\nHanaMinB.ttf"
    build.write("OFL.txt", f"{notice}\n\n{terms}\n\n{licence}")
    build.source(*sources, files=files)


def hanazono_notice(packages, file):
    """Copyright of Hanazono; its reserved names are not those of the file."""
    text = packages.copyright("fonts-hanazono")
    holder = re.search(r"^License: Open-Font-License\n((?: .*\n)+?) \.\n", text, re.M)[1]
    return f"{file}: " + re.sub(r"^ +", "", holder, flags=re.M).strip()


def limit_forms(font, codes):
    """
    Limits the feature `locl` to some characters: for Han the collection has a member per region,
    and forms of other regions would double the file.
    """
    cmap = font.getBestCmap()
    kept = {cmap[code] for code in codes if code in cmap}
    table = font["GSUB"].table
    records = table.FeatureList.FeatureRecord
    lookups = {i for r in records if r.FeatureTag == "locl" for i in r.Feature.LookupListIndex}
    for index in sorted(lookups):
        for subtable in table.LookupList.Lookup[index].SubTable:
            single = getattr(subtable, "ExtSubTable", subtable)
            single.mapping = {a: b for a, b in single.mapping.items() if a in kept}


def to_truetype(font, tolerance):
    """
    Replaces cubic outlines by quadratic ones, without instructions: FreeType then hints stems in
    both directions, of CFF outlines in one only. VORG stays, for the origins of vertical text.
    """
    names = font.getGlyphOrder()
    drawn = font.getGlyphSet()
    glyphs = {}
    for name in names:
        pen = TTGlyphPen(None)
        drawn[name].draw(Cu2QuPen(pen, tolerance, reverse_direction=True))
        glyphs[name] = pen.glyph()
    font["loca"] = newTable("loca")
    font["glyf"] = glyf = newTable("glyf")
    glyf.glyphOrder, glyf.glyphs = names, glyphs
    del font["CFF "]
    font.sfntVersion = "\0\1\0\0"
    font["post"].formatType = 3
    set_maximums(font["maxp"])
    for name, glyph in glyphs.items():
        glyph.recalcBounds(glyf)
        empty = glyph.numberOfContours == 0
        font["hmtx"][name] = (font["hmtx"][name][0], 0 if empty else glyph.xMin)
        top = 0 if empty else font["VORG"][name] - glyph.yMax
        font["vmtx"][name] = (font["vmtx"][name][0], top)


def set_maximums(maxp):
    """Makes the table of maxima that of a TrueType font without instructions."""
    maxp.tableVersion = 0x10000
    maxp.maxZones = 1
    for field in "TwilightPoints Storage FunctionDefs InstructionDefs StackElements".split():
        setattr(maxp, f"max{field}", 0)
    maxp.maxSizeOfInstructions = maxp.maxComponentElements = 0


# Other scripts

# Packages, and the characters in them.
SCRIPTS = {
    "devanagari": "devanagari",
    "bengali": "bengali",
    "tamil": "tamil",
    "thai-looped": "thai",
}


WORLD_SCRIPTS = {
    "myanmar": "myanmar",
    "khmer": "khmer",
    "telugu": "telugu",
    "kannada": "kannada",
    "malayalam": "malayalam",
    "gujarati": "gujarati",
    "gurmukhi": "gurmukhi",
    "sinhala": "sinhala",
    "oriya": "oriya",
    "lao-looped": "lao",
    "ethiopic": "ethiopic",
}


def make_noto_scripts(build):
    """Noto Sans for scripts that Platen draws without a package."""
    copy_scripts(build, SCRIPTS)


def make_world_scripts(build):
    """Noto Sans for other scripts, of the package fonts-world."""
    copy_scripts(build, WORLD_SCRIPTS)


def copy_scripts(build, scripts):
    """
    Noto Sans for the characters of each script, as the packages have it: with all
    features, and without instructions, so that FreeType hints it. In one bit a pixel the sans is
    more even than the serif, and Thai without loops is hard to read at 14 pixels.
    """
    notices = []
    for name, characters in scripts.items():
        folder = build.packages.npm(f"@fontsource/noto-sans-{name}")
        for weight in (400, 700):
            font = opened(folder / "files" / f"noto-sans-{name}-{characters}-{weight}-normal.woff")
            build.save(font, f"noto-sans-{name}-{weight}.woff2")
        notice, licence = (folder / "LICENSE").read_text(encoding="utf-8").split("\n", 1)
        notices.append(notice)
    build.write("OFL.txt", "\n".join([*notices, licence]))
    packages = [f"@fontsource/noto-sans-{name}" for name in scripts]
    build.source(*packages, files="noto-sans-*-[47]00-normal.woff")


# Brush


# Characters of Zen and of the classics beyond those that the pool of ZEN has now.
ZEN_CHARACTERS = (
    "井仰信俭偈僧兰冰凤刹剑力劫勤午卧厄厚参取古咒哀唱嗅嗔回因园垢培堂塔塘夕失奥妄妙宇宙寂尘尝履岭"
    "岸峡峰帆度庵弱强彼徒微忍忧念怒思恒恨恬恭悟悲想慈慎慢憎执扫报拂拜拭攀放昏星映昼晦晨晴智暑暗暮"
    "曦朗望杖柔栽桨梅棋棹植樵步殿永求汉汐池沙河洒津洲浇浪海涛淳湖澄澈瀑灌烟田画疑痴登着瞬碑磬神种"
    "秘究立竿笆笛简箫粥粹精索纯缘耕脱苦萨蒙蔬虑虹衣觅解触证识诚诵读谦质贪走跪轮辰远适逸邃醒钵铃难"
    "雅雷雹雾霓霜霞颂食饭魂魄魔默鼓龙"
)


def make_brush(build):
    """Ma Shan Zheng with the characters of the Chinese pool of ZEN, and ZEN_CHARACTERS."""
    entries = json.loads((ROOT / "modes/zen/pool/zh.json").read_text(encoding="utf-8"))
    pool = {ord(c) for entry in entries for c in "".join(entry.values())}
    package = "@fontsource/ma-shan-zheng"
    folder = build.packages.npm(package)
    file = "ma-shan-zheng-chinese-simplified-400-normal.woff"
    font = opened(folder / "files" / file)
    subset_to(font, pool | set(map(ord, ZEN_CHARACTERS)), [])
    set_idle_program(font)
    build.save(font, "brush.woff2")
    build.write("OFL.txt", (folder / "LICENSE").read_text(encoding="utf-8"))
    build.source(package, files=file)


# Numerals

MINUS = 0x2212
# Length and thickness of the minus, as shares of the width of a figure and of the size.
MINUS_LENGTH, MINUS_WEIGHT = 0.86, 0.064


def make_caslon(build):
    """
    Libre Caslon Text as its package has it, with a minus that is as wide as a figure and as high as
    its middle: its own is as wide as two, so that it stands apart from its number.
    """
    package = "@fontsource/libre-caslon-text"
    folder = build.packages.npm(package)
    file = "libre-caslon-text-latin-400-normal.woff"
    font = opened(folder / "files" / file)
    draw_minus(font)
    build.save(font, "caslon.woff2")
    build.write("OFL.txt", (folder / "LICENSE").read_text(encoding="utf-8"))
    build.source(package, files=f"{file}, with a minus of its own")


def draw_minus(font):
    """Draws the minus anew, as wide as the lining figures."""
    cmap = font.getBestCmap()
    figures = [lining(font, cmap[code]) for code in range(ord("0"), ord("9") + 1)]
    advance = round(sum(font["hmtx"][name][0] for name in figures) / len(figures))
    middle = font["glyf"][figures[0]].yMax // 2
    half = round(font["head"].unitsPerEm * MINUS_WEIGHT / 2)
    left = round(advance * (1 - MINUS_LENGTH) / 2)
    pen = TTGlyphPen(None)
    pen.moveTo((left, middle - half))
    for point in ((left, middle + half), (advance - left, middle + half), (advance - left, middle - half)):
        pen.lineTo(point)
    pen.closePath()
    name = cmap[MINUS]
    font["glyf"][name] = glyph = pen.glyph()
    glyph.recalcBounds(font["glyf"])
    font["hmtx"][name] = (advance, left)


def lining(font, name):
    """The lining figure of a figure; itself where it is one."""
    table = font["GSUB"].table
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag != "lnum":
            continue
        for index in record.Feature.LookupListIndex:
            for subtable in table.LookupList.Lookup[index].SubTable:
                single = getattr(subtable, "ExtSubTable", subtable)
                if name in single.mapping:
                    return single.mapping[name]
    return name


# Files


@dataclass(frozen=True)
class Table:
    """A table of a WOFF 2 file. `size`: its bytes in an sfnt."""

    tag: str
    size: int
    data: bytes
    is_transformed: bool

    def entry(self):
        """Its entry in the directory."""
        number = getKnownTagIndex(self.tag)
        tag = self.tag.encode() if number == 63 else b""
        sizes = packBase128(self.size) + (packBase128(len(self.data)) if self.is_transformed else b"")
        # The numbers of the transformations; that of glyphs is 0, and 3 says none.
        if self.tag in ("glyf", "loca"):
            version = 0 if self.is_transformed else 3
        else:
            version = 1 if self.is_transformed else 0
        return bytes([version << 6 | number]) + tag + sizes


def woff2(fonts):
    """Bytes of a WOFF 2 file: of one font, or of a collection whose fonts share equal tables."""
    tables, members = [], []
    for font in fonts:
        flavor, own = woff2_tables(font)
        # Offsets belong to their glyphs.
        same = {table: number for number, table in enumerate(tables)}
        if own[0] not in same or own[1] not in same:
            same = {table: number for table, number in same.items() if table.tag not in ("glyf", "loca")}
        numbers = []
        for table in own:
            if table not in same:
                same[table] = len(tables)
                tables.append(table)
            numbers.append(same[table])
        members.append((flavor, numbers))
    directory = b"".join(table.entry() for table in tables)
    if len(members) > 1:
        directory += struct.pack(">L", 0x00010000) + pack255UShort(len(members))
        for flavor, numbers in members:
            directory += pack255UShort(len(numbers)) + flavor + b"".join(map(pack255UShort, numbers))
    packed = brotli.compress(b"".join(table.data for table in tables), brotli.MODE_FONT, 11, 24)
    flavor = b"ttcf" if len(members) > 1 else members[0][0]
    size = 48 + len(directory) + len(packed)
    whole = 12 + sum(16 + (table.size + 3 & ~3) for table in tables)
    header = struct.pack(">4s4sLHHLLHH", b"wOF2", flavor, size, len(tables), 0, whole, len(packed), 1, 0)
    return header + bytes(20) + directory + packed


def sort_glyphs(font):
    """
    Puts the glyphs of a font of Han in the order of their characters, and leaves out its map of the
    first plane where it has one of all planes: its maps are then a fifth as large.
    """
    characters = font.getBestCmap()
    if not any(map(is_han, characters)):
        return
    maps = font["cmap"]
    if any(table.format == 12 for table in maps.tables):
        maps.tables = [table for table in maps.tables if table.format != 4]
    codes = {name: code for code, name in sorted(characters.items(), reverse=True)}
    order = font.getGlyphOrder()
    reorderGlyphs(font, [order[0], *sorted(order[1:], key=lambda name: codes.get(name, sys.maxunicode))])


def woff2_tables(font):
    """Flavor and tables of a font, those of its glyphs first."""
    plain = io.BytesIO()
    font.flavor, font.flavorData = None, None
    font.save(plain)
    font = TTFont(plain, recalcTimestamp=False)
    sort_glyphs(font)
    font.flavor = "woff2"
    font.flavorData = WOFF2FlavorData(transformedTables={"glyf", "loca", "hmtx"})
    file = io.BytesIO()
    font.save(file)
    reader = TTFont(io.BytesIO(file.getvalue())).reader
    tables = [
        Table(tag, entry.origLength, entry.loadData(reader.transformBuffer), entry.transformed)
        for tag, entry in reader.tables.items()
    ]
    first = ("glyf", "loca")
    return reader.sfntVersion.encode("latin1"), sorted(tables, key=lambda table: (table.tag not in first, table.tag))


# All fonts

FONTS = {
    "fonts-x11": make_x11,
    "fonts-text": make_text,
    "fonts-noto-sans": make_noto_sans,
    "fonts-noto-serif-sc": make_noto_serif,
    "fonts-noto-scripts": make_noto_scripts,
    "fonts-brush": make_brush,
    "fonts-caslon": make_caslon,
    "world-scripts": make_world_scripts,
    "world-han": make_world_han,
}


class Build:
    """Where the fonts of one plugin come from and go to."""

    def __init__(self, packages, plugin, output, dump):
        self.packages = packages
        kind, _, name = plugin.partition("-")
        folder = "plugins/fonts" if kind == "fonts" else f"packages/fonts-{kind}"
        self.folder = output / folder / name
        self.folder.mkdir(parents=True, exist_ok=True)
        self.dump = dump

    def save(self, font, file):
        """Writes a font, and prints its row of the table."""
        self.save_collection([font], file, MAX_BYTES)

    def save_collection(self, fonts, file, limit=MAX_COLLECTION_BYTES):
        """Writes fonts as one collection, so that what they share is there once, and prints its row."""
        (self.folder / file).write_bytes(woff2(fonts))
        self.report(file, sum(len(font.getGlyphOrder()) for font in fonts), limit)

    def report(self, file, glyphs, limit):
        """Prints the row of a font; ends the program when the font is too large."""
        size = (self.folder / file).stat().st_size
        name = f"{self.folder.name}/{file}"
        print(f"{name:<52}{glyphs:>7}{size:>10}", flush=True)
        if size > limit:
            sys.exit(f"{file} has more than {limit} bytes")

    def write(self, file, text):
        """Writes a text file."""
        (self.folder / file).write_text(text, encoding="utf-8")

    def source(self, *names, files):
        """Writes SOURCE.txt: packages with their versions, and the files in them."""
        lines = [f"{name} {version(name)}" for name in names]
        self.write("SOURCE.txt", "\n".join([*lines, files, "Made by vendor/fonts/make.py.", ""]))

    def dump_strike(self, strike, file, number):
        """Writes a strike as JSON if that is asked for; glyphs are by code point. `number`: of its font in the collection."""
        if not self.dump:
            return
        glyphs = {code: vars(bitmap) for code, bitmap in strike.glyphs.items()}
        content = {"file": f"{self.folder.name}/{file}#{number}", "px": strike.pixels, "glyphs": glyphs}
        self.dump.mkdir(parents=True, exist_ok=True)
        (self.dump / file.replace(".woff2", f"-{number}.json")).write_text(json.dumps(content))


def version(name):
    """Where a package is from, and its pinned version."""
    return f"{DEBIAN[name]} (Debian)" if name in DEBIAN else f"{NPM[name]} (npm)"


def main():
    """Makes all fonts, or those of one plugin."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--only", metavar="NAME", choices=FONTS, help="one plugin")
    parser.add_argument("--output", metavar="FOLDER", type=Path, default=ROOT)
    parser.add_argument("--dump", metavar="FOLDER", type=Path, help="bitmaps as JSON")
    options = parser.parse_args()
    print(f"{'file':<52}{'glyphs':>7}{'bytes':>10}")
    with tempfile.TemporaryDirectory() as folder:
        packages = Packages(Path(folder))
        for plugin, make in FONTS.items():
            if options.only in (None, plugin):
                make(Build(packages, plugin, options.output, options.dump))


if __name__ == "__main__":
    main()
