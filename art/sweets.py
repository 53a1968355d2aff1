"""The sweets that rise behind login and sign-up, on transparent ground, side by side in one picture.

blender -b --factory-startup -noaudio -P art/sweets.py   ->  src/storefront/features/account/sweets.webp (a minute)
"""
import os
import sys

import bpy
import numpy as np
from PIL import Image

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

from garlands import wrappers  # noqa: E402
from materials import foil, metal  # noqa: E402
from parts import PI, TAU, bar_mesh, grid_mesh, group, place, truffle_mesh  # noqa: E402
from studio import _surroundings, area_light, camera, fill_frame, reset  # noqa: E402

TARGET = os.path.join(HERE, '../src/storefront/features/account/sweets.webp')
SHOWN, DRAWN, SAMPLES, QUALITY = 160, 256, 48, 70
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


def twisted():
    place(twisted_mesh(2), rot=(.3, .1, -.55), material=foil('wrap', FOILS['gold'], rough=.24, scale=10, strength=.4))


SWEETS = (lambda: truffle('violet', 1), lambda: truffle('gold', 2), lambda: truffle('rani', 3), lambda: truffle('red', 4), bar, twisted)


def cut_out(name, build):
    reset()
    with group(name, rot=(PI / 2, 0, 0)) as sweet:
        build()
    _surroundings(.75)
    area_light('key', (-5, -6, 6), (0, 0, 0), 2.6, 750, (1, .94, .86))
    area_light('strip', (2.5, -3.5, 6), (0, 0, 0), .7, 170, (1, .95, .9), 6)
    area_light('edge', (5, 3, -3), (0, 0, 0), 2, 420, (1, .78, .9), 6)
    area_light('fill', (-3, -6, -5), (0, 0, 0), 12, 330, (1, .86, .9))
    fill_frame(camera((0, -9, 1.5), (0, 0, 0)), [sweet], .94)
    scene = bpy.context.scene
    scene.render.engine, scene.cycles.samples, scene.cycles.use_denoising = 'CYCLES', SAMPLES, False
    scene.cycles.sample_clamp_direct, scene.cycles.sample_clamp_indirect = 7, 2.5
    scene.render.resolution_x = scene.render.resolution_y = DRAWN
    scene.render.film_transparent = True
    scene.render.threads_mode, scene.render.threads = 'FIXED', 2
    view, output = scene.view_settings, scene.render
    view.view_transform, view.look, view.exposure = 'Filmic', 'High Contrast', .5
    output.image_settings.color_mode, output.filepath = 'RGBA', os.path.join(HERE, 'build', f'sweet-{name}.png')
    bpy.ops.render.render(write_still=True)
    return Image.open(output.filepath).resize((SHOWN, SHOWN), Image.LANCZOS)


sprite = Image.new('RGBA', (SHOWN * len(SWEETS), SHOWN))
for index, build in enumerate(SWEETS):
    sprite.paste(cut_out(str(index), build), (SHOWN * index, 0))
# WebP keeps alpha without loss: nine levels are as smooth to the eye, and half of the file
sprite.putalpha(sprite.getchannel('A').point(lambda alpha: round(round(alpha / 255 * 8) / 8 * 255)))
sprite.save(TARGET, 'WEBP', quality=QUALITY, method=6)
print('##SPRITE', os.path.getsize(TARGET), 'bytes')
