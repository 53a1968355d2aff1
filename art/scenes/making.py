"""A garland while it is made: half of its string still bare, and on the table what goes on it next."""
import math
import random

import bpy
import numpy as np

import worn
from dairymilk import BAR, FILMS, PATTERN, adult
from garlands import gold_kit, wrappers
from materials import metal, satin, wood
from parts import PI, TAU, bar_mesh, block_mesh, grid_mesh, group, place, ribbon_mesh, scatter, truffle_mesh
from props import loose, petals
from studio import Shot, camera, fill_frame, flat_lay

PRODUCT = 'making'
SHOTS = {
    'table': Shot(1, 'lifestyle', 'A purple chocolate garland half strung on a cream table, with wrapped bars in a row, bowls of gold and white beads, a reel of gold ribbon and scissors', (.5, .5), size=(1500, 1200), what='table'),
}


def half_strung(garland):
    """Takes off what hangs on the right side of the string, and the bow."""
    for item in list(garland.children):
        x, y, _ = item.location
        if item.name.startswith('bow') or (x > .05 and y > -1.75 and not item.data.name.startswith('ribbon')):
            for part in [*item.children_recursive, item]:
                bpy.data.objects.remove(part)


def bowl(rng, bead, size, count, material, **where):
    """A shallow bowl heaped with beads, `size` times as large as they are."""
    with group('bowl', **where):
        wall = [(.01, .05), (.34, .05), (.40, .02), (.46, .05), (.64, .22), (.74, .42), (.765, .46), (.75, .485), (.72, .46), (.61, .26), (.42, .12), (.01, .10)]
        place(worn.lathe('bowl', wall, material))
        for k in range(count):
            r, a = .57 * math.sqrt((k + .5) / count), k * PI * (3 - 5 ** .5)
            high = .30 + .16 * (1 - (r / .57) ** 2)
            place(bead, loc=(r * math.cos(a) + rng.uniform(-.02, .02), r * math.sin(a) + rng.uniform(-.02, .02), high + rng.uniform(-.03, .03)), scale=size)


def reel(ribbon, core, **where):
    """A reel of ribbon that lies on its side, its end run out over the table."""
    with group('reel', **where):
        place(worn.lathe('flange', [(.17, 0), (.44, 0), (.455, .015), (.44, .03), (.17, .03)], core))
        place(worn.lathe('flange', [(.17, .43), (.44, .43), (.455, .445), (.44, .46), (.17, .46), (.17, 0)], core))
        place(worn.lathe('wound', [(.20, .44)] + [(.22 + .018 * k, .425 + .012 * (k % 2)) for k in range(24)] + [(.66, .42), (.66, .04)], ribbon))
        t = np.linspace(0, 1, 90)
        run = np.stack([-.65 + .12 * t - 1.4 * t ** 1.4, .1 - 1.9 * t + .25 * np.sin(t * 7), .23 - .19 * np.clip(t * 3, 0, 1) + .06 * np.abs(np.sin(t * 9)) * (1 - t)], -1)
        side = np.stack([.25 * np.clip(t * 3, 0, 1), 0 * t, 1 - np.clip(t * 3, 0, 1) * .9], -1)
        place(ribbon_mesh(run, side / np.linalg.norm(side, axis=1)[:, None], .34, ribbon))


def scissors(steel, grip, **where):
    """Open a little; blades towards +y."""
    with group('scissors', **where):
        for sign, z in ((-1, .05), (1, .085)):
            with group('half', loc=(0, 0, z), rot=(0, 0, sign * .16)):
                t = np.linspace(0, 1, 40)[:, None]
                wide = np.where(t < .15, .07 + .05 * t / .15, .12 * (1 - (t - .15) / .85) ** .8 + .004)
                q = np.linspace(-1, 1, 9)[None]
                blade = np.stack([sign * -.03 + wide * (q * .5 + sign * -.25 * t), -.25 + 1.75 * t + 0 * q, .028 * (1 - np.abs(q) ** 3) + 0 * t], -1)
                place(grid_mesh('blade', blade, material=steel))
                a = np.linspace(0, TAU, 60, endpoint=False)[:, None]
                b = np.linspace(0, TAU, 14, endpoint=False)[None]
                tube = .055
                ring = np.stack([(.23 + tube * np.cos(b)) * np.cos(a) + sign * .25, (.31 + tube * np.cos(b)) * np.sin(a) - .82, tube * np.sin(b) + 0 * a], -1)
                place(grid_mesh('grip', ring, wrap_u=True, wrap_v=True, material=grip))
                shank = np.array([(0, -.2), (sign * .05, -.4), (sign * .14, -.58)])
                u = np.linspace(0, 1, 20)
                line = np.stack([np.interp(u, (0, .5, 1), shank[:, k]) for k in (0, 1)], -1)
                tubes = np.stack([line[:, :1] + .06 * np.cos(b), line[:, 1:] + 0 * b, .05 * np.sin(b) + 0 * line[:, :1]], -1)
                place(grid_mesh('shank', tubes, wrap_v=True, material=grip))
        place(worn.lathe('rivet', [(.01, .14), (.05, .135), (.065, .11), (.065, .03)], grip))


def build(shot):
    rng = random.Random(12)
    flat_lay()
    kit, petal = gold_kit(), petals()
    films = wrappers(*FILMS)
    timber = wood('bowl wood', '#8A5A30', '#5E3A1C', rough=.32)
    half_strung(adult())
    bars = [bar_mesh(i, **BAR) for i in range(6)]
    for k in range(10):                                  # the next bars, in the order of the string
        place(bars[k % 6], loc=(4.05 + rng.uniform(-.03, .03), 1.55 - .36 * k, .09), rot=(0, 0, rng.uniform(-.06, .06)), material=films[PATTERN[k % 6]])
    bowl(rng, kit['bead'], 1.5, 120, timber, loc=(-.42, .62, 0), scale=1.0)
    bowl(rng, kit['pearl bead'], 1.8, 110, timber, loc=(.95, -.62, 0), scale=.85)
    reel(kit['gold satin'], satin('core', '#4B1684', rough=.4), loc=(3.55, 3.05, 0), rot=(0, 0, .5))
    scissors(metal('steel', '#C9C6C1', rough=.25), kit['gold'], loc=(3.68, -2.75, 0), rot=(0, 0, .62))
    scatter(petal, rng, (-3.2, -3.4), 10, .30)
    loose(truffle_mesh(.21, 4, material=kit['gold foil']), rng, ((-3.62, -2.45), (-3.2, -2.85)))
    with group('frame') as table:                        # what the picture shows, under the table
        place(block_mesh(9.6, 7.4, .01), loc=(.1, -.15, -.5))
    fill_frame(camera((0, -8.2, 18.4), (0, -.8, 0), fstop=.8, focus=(0, -.8, .1)), [table], 1, aspect=1200 / 1500)
