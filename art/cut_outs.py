"""Pictures on transparent ground: the sweets that rise behind login and sign-up, side by side, those that fall on the home
page, a heap of them, the torn string that has lost its beads, where something is missing, and the pendant of a garland, where something is celebrated.

blender -b --factory-startup -noaudio -P art/cut_outs.py [-- sweets|falling|heap|lost-bead|pendant]   (a minute or two each)
"""
import math
import os
import random
import sys

import bpy
import cv2
import numpy as np
from PIL import Image

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, 'scenes')]

from dairymilk import adult_pendant  # noqa: E402
from garlands import wrappers  # noqa: E402
from materials import foil, metal  # noqa: E402
from parts import PI, TAU, bar_mesh, grid_mesh, group, heart_outline, pillow_mesh, place, sphere_mesh, truffle_mesh  # noqa: E402
from studio import _surroundings, area_light, camera, fill_frame, reset  # noqa: E402

STOREFRONT = os.path.join(HERE, '../src/storefront')
SAMPLES, QUALITY = 48, 70
FOILS = {'violet': '#7B3CC8', 'gold': '#E8AE45', 'rani': '#E0357F', 'red': '#C01A14'}


def twisted_mesh(seed=0, radius=.2, half=.26, wing=.24, nv=120):
    """A sweet in foil that is twisted at both ends: a round body, two necks, two pleated fans."""
    x = np.concatenate([np.linspace(-half - wing, -half, 24)[:-1], np.linspace(-half, half, 60), np.linspace(half, half + wing, 24)[1:]])
    a = np.linspace(0, TAU, nv, endpoint=False)[None]
    out = np.clip((np.abs(x) - half) / wing, 0, 1)[:, None]                # 0 in the body, 1 at the rim of a fan
    body = np.sqrt(np.clip(1 - (np.abs(x) / half) ** 2.6, 0, 1))[:, None]
    r = .04 + (radius - .04) * body + .19 * out ** .8
    near = np.clip((np.abs(x) - half * .35) / (half * .65), 0, 1)[:, None] * (out == 0)
    fold = np.sin(11 * a + 5 * np.abs(x)[:, None] / half + seed)
    r = r * (1 + .07 * near * fold + .05 * out * np.sin(9 * a + seed))
    flat = 1 - .55 * out                                                   # the fans are flatter than round
    P = np.stack([x[:, None] + .05 * out * np.sin(9 * a + seed), r * np.cos(a), r * np.sin(a) * flat], -1)
    P[..., 2] += .035 * out * np.sin(14 * a + 2 * seed)
    uv = np.stack([a / TAU + 0 * r, x[:, None] / (half + wing) / 2 + .5 + 0 * a], -1)
    return grid_mesh('twisted', P, uv, wrap_v=True)


def truffle(colour, seed):
    place(truffle_mesh(.3, seed, nu=80, nv=128), rot=(.75, .3 * (seed - 2), seed), material=foil(colour, FOILS[colour], rough=.22, scale=8, strength=.55))


def bar():
    place(bar_mesh(3, length=.58, width=.27, height=.12), rot=(-.35, .1, .6), material=wrappers('purple-wave')[0])


def twisted(colour='gold'):
    place(twisted_mesh(2), rot=(.3, .1, -.55), material=foil('wrap', FOILS[colour], rough=.24, scale=10, strength=.4))


def heart(colour):
    place(pillow_mesh(heart_outline, .3, .15, 3, material=foil(colour, FOILS[colour], rough=.2, scale=6, strength=.4)), rot=(-.2, .25, .1))


SWEETS = (lambda: truffle('violet', 1), lambda: truffle('gold', 2), lambda: truffle('rani', 3), lambda: truffle('red', 4), bar, twisted)
FALLING = (lambda: heart('red'), bar, lambda: heart('gold'), lambda: twisted('rani'))


def thread(points, radius, material):
    """A round tube along points of the plane y = 0."""
    path = np.array([(x, 0, z) for x, z in points], float)
    ahead = np.gradient(path, axis=0)
    ahead /= np.linalg.norm(ahead, axis=1)[:, None]
    across = np.stack([-ahead[:, 2], 0 * ahead[:, 0], ahead[:, 0]], -1)
    a = np.linspace(0, TAU, 12, endpoint=False)
    tube = path[:, None] + radius * (np.cos(a)[None, :, None] * across[:, None] + np.sin(a)[None, :, None] * np.array((0, 1, 0)))
    place(grid_mesh('thread', tube, wrap_v=True, material=material))


def lost_bead():
    """Foil beads with a gold one between each two on a string that has torn: a quarter of the ring is open at the lower right.

    Towards the two curled ends the beads slide apart; three more, of different sizes, have rolled out of the gap.
    """
    gold = metal('small beads')
    colours = [foil(name, FOILS[name], rough=.2, scale=6, strength=.35) for name in ('gold', 'rani', 'violet')]
    ring = lambda turn: (.50 * math.cos(turn), .56 * math.sin(turn))  # noqa: E731
    start, stop = -.58 * PI, -1.99 * PI                      # clockwise from the lower end, round to the right one
    arc = np.array([ring(turn) for turn in np.linspace(start, stop, 260)])
    lower = arc[0] + _curl((.10, -.03), (.21, .03), (.29, .02), (.33, -.035), (.305, -.085), (.26, -.08))
    right = arc[-1] + _curl((.0, -.09), (.03, -.17), (.10, -.215), (.175, -.19), (.19, -.125), (.145, -.10))
    line = np.vstack([lower[::-1], arc[1:-1], right])
    thread(line, .0085, gold)
    run = np.r_[0, np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))]
    first, last, count = run[len(lower)] - .015, run[-len(right)] + .015, 19
    even = np.linspace(-1, 1, count)
    for index, share in enumerate(even + .055 * even ** 9):
        at = first + (last - first) * (share + 1) / 2
        x, z = (np.interp(at, run, line[:, k]) for k in (0, 1))
        if index % 2:
            place(sphere_mesh(.046, gold, 28), loc=(x, 0, z))
        else:
            place(truffle_mesh(.083, index, nu=60, nv=96), loc=(x, 0, z), rot=(1.2, .4 * index, index), material=colours[index // 2 % 3])
    for x, z, radius, colour in ((.34, -.42, .083, colours[1]), (.625, -.46, .108, colours[2])):
        place(truffle_mesh(radius, round(90 * x), nu=60, nv=96), loc=(x, 0, z), rot=(1.3, .3, 2 * x), material=colour)
    place(sphere_mesh(.05, gold, 28), loc=(.51, 0, -.325))


def _curl(*points):
    """Points on a smooth line from (0, 0) through the given ones."""
    points = np.array(((0, 0), *points), float)
    padded = np.vstack([2 * points[0] - points[1], points, 2 * points[-1] - points[-2]])
    t = np.linspace(0, 1, 24)[:, None]
    return np.vstack([.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t ** 2 + (3 * b - a - 3 * c + d) * t ** 3)[:-1]
                      for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:])] + [points[-1:]])


def heap():
    """Truffles, bars and twisted sweets piled up on the ground, highest in the middle."""
    rng = random.Random(5)
    foils = {name: foil(name, colour, rough=.22, scale=8, strength=.55) for name, colour in FOILS.items()}
    colours = list(foils.values())
    # (x, y, z, radius, colour) of the truffles: a row behind, a row in front, two on top
    for index, (x, y, z, r, colour) in enumerate((
            (-1.35, .35, .30, .30, 2), (-.72, .42, .36, .36, 1), (.02, .45, .40, .40, 0), (.78, .40, .34, .34, 3), (1.40, .30, .28, .28, 1),
            (-1.02, -.22, .26, .26, 0), (-.36, -.30, .32, .32, 3), (.34, -.28, .30, .30, 2), (.98, -.24, .27, .27, 0), (1.62, -.18, .20, .20, 2), (-1.62, -.16, .19, .19, 1),
            (-.32, .06, .74, .27, 2), (.34, .08, .77, .30, 1))):
        place(truffle_mesh(r, index, nu=80, nv=128), loc=(x, y, z), rot=(rng.uniform(.3, 1.1), rng.uniform(-.6, .6), index), material=colours[colour])
    films = wrappers('purple-wave', 'purple-medal')
    place(bar_mesh(3, length=.62, width=.27, height=.12), loc=(-.02, -.66, .17), rot=(-1.2, .25, .1), material=films[0])
    place(bar_mesh(4, length=.62, width=.27, height=.12), loc=(1.30, -.52, .16), rot=(-1.2, -.3, -.2), material=films[1])
    place(twisted_mesh(2), loc=(-1.02, -.72, .16), rot=(.3, .1, -.35), scale=.8, material=foils['gold'])


def pendant():
    """That of the Dairy Milk garland, by itself."""
    adult_pendant(.34)


def cut_out(name, build, drawn, turned=True, height=1.5, fill=.94):
    """Renders what `build` places, seen from a height, and returns the picture, `drawn` (width, height) pixels large."""
    reset()
    with group(name, rot=(PI / 2 if turned else 0, 0, 0)) as shown:
        build()
    _surroundings(.75)
    area_light('key', (-5, -6, 6), (0, 0, 0), 2.6, 750, (1, .94, .86))
    area_light('strip', (2.5, -3.5, 6), (0, 0, 0), .7, 170, (1, .95, .9), 6)
    area_light('edge', (5, 3, -3), (0, 0, 0), 2, 420, (1, .78, .9), 6)
    area_light('fill', (-3, -6, -5), (0, 0, 0), 12, 330, (1, .86, .9))
    fill_frame(camera((0, -9, height), (0, 0, 0)), [shown], fill, aspect=drawn[1] / drawn[0])
    scene = bpy.context.scene
    scene.render.engine, scene.cycles.samples, scene.cycles.use_denoising = 'CYCLES', SAMPLES, False
    scene.cycles.sample_clamp_direct, scene.cycles.sample_clamp_indirect = 7, 2.5
    scene.render.resolution_x, scene.render.resolution_y = drawn
    scene.render.film_transparent = True
    scene.render.threads_mode, scene.render.threads = 'FIXED', 2
    view, output = scene.view_settings, scene.render
    view.view_transform, view.look, view.exposure = 'Filmic', 'High Contrast', .5
    output.image_settings.color_mode, output.filepath = 'RGBA', os.path.join(HERE, 'build', f'cut-out-{name}.png')
    bpy.ops.render.render(write_still=True)
    return Image.open(output.filepath)


def _without_specks(picture, smallest=40):
    """Clears what is seen of no object: faint or tiny islands of alpha apart from all others."""
    pixels = np.array(picture)
    count, island, stats, _ = cv2.connectedComponentsWithStats((pixels[..., 3] > 12).astype(np.uint8), connectivity=8)
    kept = [k for k in range(1, count) if stats[k, cv2.CC_STAT_AREA] >= smallest and pixels[..., 3][island == k].max() > 200]
    pixels[~np.isin(island, kept)] = 0
    return Image.fromarray(pixels)


def save(picture, path):
    picture = _without_specks(picture)
    # WebP keeps alpha without loss: nine levels are as smooth to the eye, and half of the file
    picture.putalpha(picture.getchannel('A').point(lambda alpha: round(round(alpha / 255 * 8) / 8 * 255)))
    picture.save(os.path.join(STOREFRONT, path), 'WEBP', quality=QUALITY, method=6)
    print('##CUT-OUT', path, os.path.getsize(os.path.join(STOREFRONT, path)), 'bytes')


wanted = sys.argv[sys.argv.index('--') + 1:] if '--' in sys.argv else ['sweets', 'falling', 'heap', 'lost-bead', 'pendant']
for kind, builds, size, path in (('sweets', SWEETS, 160, 'account/sweets.webp'), ('falling', FALLING, 96, 'home/falling.webp')):
    if kind in wanted:
        sprite = Image.new('RGBA', (size * len(builds), size))
        for index, build in enumerate(builds):
            sprite.paste(cut_out(f'{kind}-{index}', build, (256, 256)).resize((size, size), Image.LANCZOS), (size * index, 0))
        save(sprite, path)
if 'heap' in wanted:
    pile = cut_out('heap', heap, (1000, 540), turned=False, height=2.2, fill=.99)
    pile = pile.crop(pile.getbbox())
    save(pile.resize((640, round(640 * pile.height / pile.width)), Image.LANCZOS), 'ui/motion/heap.webp')
if 'lost-bead' in wanted:
    save(cut_out('lost-bead', lost_bead, (700, 665), turned=False, height=0, fill=.97).resize((440, 418), Image.LANCZOS), 'ui/feedback/lost-bead.webp')
if 'pendant' in wanted:
    hanging = cut_out('pendant', pendant, (760, 760))
    hanging = hanging.crop(hanging.getbbox())
    save(hanging.resize((340, round(340 * hanging.height / hanging.width)), Image.LANCZOS), 'ui/motion/pendant.webp')
