"""Garlands as they are worn: tailor's dress forms, and the draping of a flat garland over their shoulders or into a box."""
import math

import bpy
import numpy as np
from mathutils import Matrix, Vector
from mathutils.bvhtree import BVHTree

from garlands import Loop
from materials import _bump, _new, linear, metal, wood
from parts import PI, TAU, grid_mesh, group, place
from studio import camera, fill_frame, table_top

# height above the cut, half width, depth in front, depth behind, middle (y), roundness of the section
ADULT = ((0.00, 2.25, 1.50, 1.42, .00, 2.2), (0.45, 2.20, 1.48, 1.38, .00, 2.2), (1.30, 1.98, 1.40, 1.22, .00, 2.2), (2.10, 1.88, 1.38, 1.16, .00, 2.2),
         (3.10, 2.02, 1.48, 1.24, .02, 2.25), (4.10, 2.30, 1.66, 1.36, .05, 2.3), (4.95, 2.50, 1.68, 1.40, .08, 2.3), (5.55, 2.57, 1.52, 1.36, .12, 2.3),
         (5.95, 2.54, 1.32, 1.24, .16, 2.25), (6.28, 2.37, 1.13, 1.08, .20, 2.15), (6.58, 2.02, .99, .97, .22, 2.1), (6.84, 1.58, .89, .91, .23, 2.05),
         (7.08, 1.18, .82, .86, .22, 2.0), (7.36, .91, .76, .80, .19, 2.0), (7.70, .79, .71, .74, .15, 2.0), (8.10, .73, .68, .69, .10, 2.0), (8.38, .72, .67, .68, .08, 2.0))
# the strand's middle line on one side, from the nape over the shoulder to the breast: where to look from, x, height (or y for 'top')
ADULT_LINE = (('back', 0, 7.20), ('back', .66, 7.16), ('top', 1.16, .55), ('top', 1.36, .10), ('front', 1.47, 6.35), ('front', 1.55, 5.5), ('front', 1.50, 4.4),
              ('front', 1.26, 3.36), ('front', .76, 2.64), ('front', 0, 2.34))
KIDS_LINE = (('back', 0, 7.20), ('back', .64, 7.16), ('top', 1.08, .50), ('top', 1.24, .10), ('front', 1.33, 6.35), ('front', 1.26, 5.75), ('front', .98, 5.2), ('front', .55, 4.84), ('front', 0, 4.7))


# proportions of the flat loop, and half the width of what is strung on it
ADULT_LOOP, ADULT_HALF_WIDTH = (2.62, 2.95, .8), .42
KIDS_LOOP, KIDS_HALF_WIDTH = (1.58, 1.28, .72), .29
LINEN = '#AE9D86'


def _catmull_rom(a, b, c, d, steps):
    """Points on the curve from b towards c."""
    return [.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t ** 3) for t in np.linspace(0, 1, steps, endpoint=False)]


def _seam(away):
    """Depth of a seam, as a share of its deepest, so far beside its middle: a groove between two low ridges."""
    return np.exp(-(away / .016) ** 2) - .25 * np.exp(-((away - .04) / .03) ** 2)


def _smooth_rows(rows, steps):
    """Catmull-Rom through the rows, evenly spaced in the (height, width) outline."""
    rows = np.asarray(rows, float)
    padded = np.vstack([2 * rows[0] - rows[1], rows, 2 * rows[-1] - rows[-2]])
    out = []
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:]):
        out += _catmull_rom(a, b, c, d, 60)
    out = np.array(out + [rows[-1]])
    run = np.r_[0, np.cumsum(np.linalg.norm(np.diff(out[:, :2], axis=0), axis=1))]
    even = np.linspace(0, run[-1], steps)
    return np.stack([np.interp(even, run, out[:, k]) for k in range(out.shape[1])], -1), even


def _blur(values, sigma):
    """Gaussian along the first axis, whose end meets its beginning."""
    reach = int(3 * sigma)
    kernel = np.exp(-.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    padded = np.concatenate([values[-reach:], values, values[:reach]])
    flat = padded.reshape(len(padded), -1)
    return np.stack([np.convolve(flat[:, k], kernel / kernel.sum(), 'valid') for k in range(flat.shape[1])], -1).reshape(values.shape)


def linen(name, colour, dark=.90, weave=26.0):
    """Matt woven cloth; u and v of the mesh run in units."""
    material, bsdf, nodes, links = _new(name)
    base = linear(colour)
    bsdf.inputs['Roughness'].default_value = .88
    bsdf.inputs['Specular'].default_value = .12
    bsdf.inputs['Sheen'].default_value = .25
    coords = nodes.new('ShaderNodeTexCoord')
    fields = []
    for stretch in ((1, .06, 1), (.06, 1, 1)):          # slubs of weft and warp
        mapping, noise = nodes.new('ShaderNodeMapping'), nodes.new('ShaderNodeTexNoise')
        mapping.inputs['Scale'].default_value = stretch
        links.new(coords.outputs['UV'], mapping.inputs['Vector'])
        links.new(mapping.outputs[0], noise.inputs['Vector'])
        noise.inputs['Scale'].default_value, noise.inputs['Detail'].default_value = weave, 3
        fields.append(noise.outputs['Fac'])
    both = nodes.new('ShaderNodeMath')
    both.operation = 'ADD'
    links.new(fields[0], both.inputs[0])
    links.new(fields[1], both.inputs[1])
    ramp = nodes.new('ShaderNodeMapRange')
    ramp.inputs[1].default_value, ramp.inputs[2].default_value = .75, 1.25
    links.new(both.outputs[0], ramp.inputs[0])
    mix = nodes.new('ShaderNodeMixRGB')
    mix.inputs[1].default_value = tuple(c * dark for c in base[:3]) + (1,)
    mix.inputs[2].default_value = base
    links.new(ramp.outputs[0], mix.inputs[0])
    links.new(mix.outputs[0], bsdf.inputs['Base Color'])
    _bump(nodes, links, bsdf, both.outputs[0], .35, .012)
    return material


def lathe(name, outline, material=None, n=96):
    """Turned solid from (radius, height) pairs."""
    a = np.linspace(0, TAU, n, endpoint=False)
    points = np.array([[[r * math.cos(b), r * math.sin(b), z] for b in a] for r, z in outline])
    mesh = grid_mesh(name, points, wrap_v=True, material=material)
    mesh.use_auto_smooth, mesh.auto_smooth_angle = True, .7
    return mesh


class Form:
    """A torso without arms, its neck closed by a turned cap; `width` and `height` scale the adult's shape, `foot` lifts it onto a stand."""

    def __init__(self, width=1.0, height=1.0, foot=1.05, straight=0.0, rows=ADULT, line=ADULT_LINE):
        rows = np.array(rows, float)
        waist = rows[:, 0] < 4.9
        rows[waist, 1] += straight * (2.46 - rows[waist, 1])             # a child has no waist yet
        rows[:, 0] *= height
        rows[:, 1:5] *= width
        self.width, self.height, self.foot, self.line = width, height, foot, line
        self.rows, self.run = _smooth_rows(rows, 240)
        self.top = rows[-1, 0]
        points = self._points(320)
        index = np.arange(points.shape[0] * points.shape[1]).reshape(points.shape[:2])
        right = np.roll(index, -1, 1)
        faces = np.stack([index[:-1], right[:-1], right[1:], index[1:]], -1).reshape(-1, 4)
        self.tree = BVHTree.FromPolygons(points.reshape(-1, 3).tolist(), faces.tolist())

    def _points(self, n):
        a = np.linspace(0, TAU, n, endpoint=False) - PI / 2
        z, w, front, back, middle, power = (c[:, None] for c in self.rows.T)
        cos, sin = np.cos(a)[None], np.sin(a)[None]
        x = w * np.sign(cos) * np.abs(cos) ** (2 / power)
        y = middle + np.where(sin < 0, front, back) * np.sign(sin) * np.abs(sin) ** (2 / power)
        lean = np.clip((z / self.height - 6.2) / 1.2, 0, 1)
        return np.stack([x, y, z + .24 * lean ** 2 * (3 - 2 * lean) * (y - middle) + self.foot], -1)

    # ------------------------------------------------------------ surface
    def nearest(self, p):
        """Closest point of the surface, its outward normal, and how far p lies outside (negative: inside)."""
        spot, normal, _, _ = self.tree.find_nearest(Vector(p))
        spot, normal = np.array(spot), np.array(normal)
        return spot, normal, float(np.dot(np.asarray(p) - spot, normal))

    def _seen(self, side, x, other):
        start, way = {'front': ((x, -20, other + self.foot), (0, 1, 0)), 'back': ((x, 20, other + self.foot), (0, -1, 0)),
                      'top': ((x, other, 40), (0, 0, -1))}[side]
        return np.array(self.tree.ray_cast(Vector(start), Vector(way))[0])

    def strand(self, half_width=.4, count=900):
        """Where a garland lies: middle line, tangent, direction across and normal at `count` even steps from the nape round to the nape."""
        half = []
        for side, x, other in self.line:
            half.append(self._seen(side, x * self.width, other * (self.width if side == 'top' else self.height)))
        half = np.array(half)
        ring = np.vstack([half, (half * (-1, 1, 1))[-2:0:-1]])
        dense = []
        for k in range(len(ring)):
            a, b, c, d = (ring[(k + i) % len(ring)] for i in (-1, 0, 1, 2))
            dense += _catmull_rom(a, b, c, d, 80)
        line = np.array(dense)
        for sigma in (26, 16, 8):
            line = self._even(np.array([self.nearest(p)[0] for p in _blur(line, sigma)]), count)
        tangent = self._unit(np.roll(line, -1, 0) - np.roll(line, 1, 0))
        normal = self._unit(_blur(np.array([self.nearest(p)[1] for p in line]), 10))
        across = self._unit(np.cross(normal, tangent))
        edges = [np.array([self.nearest(p + s * half_width * b)[0] for p, b in zip(line, across)]) for s in (-1, 1)]
        across = self._unit(_blur(edges[1] - edges[0], 10))
        normal = self._unit(np.cross(tangent, across))
        across = np.cross(normal, tangent)
        sunk = np.zeros(count)
        for d in np.linspace(-half_width, half_width, 7):
            sunk = np.maximum(sunk, [-self.nearest(p + d * b)[2] for p, b in zip(line, across)])
        wide = np.max([np.roll(sunk, k) for k in range(-8, 9)], 0)
        line = line + normal * _blur(wide, 8)[:, None]
        length = np.linalg.norm(np.diff(np.vstack([line, line[:1]]), axis=0), axis=1).sum()
        return Strand(line, tangent, across, normal, length)

    @staticmethod
    def _unit(v):
        return v / np.linalg.norm(v, axis=-1, keepdims=True)

    @staticmethod
    def _even(ring, count):
        closed = np.vstack([ring, ring[:1]])
        run = np.r_[0, np.cumsum(np.linalg.norm(np.diff(closed, axis=0), axis=1))]
        even = np.linspace(0, run[-1], count, endpoint=False)
        return np.stack([np.interp(even, run, closed[:, k]) for k in range(3)], -1)

    # ------------------------------------------------------------ the object itself
    def place(self, cloth, timber, gold):
        """The torso with its seams, neck cap, stand and base, in the current group."""
        n = 900
        points = self._points(n)
        uv = np.stack([np.repeat((np.arange(n) / n * TAU * 2.2 * self.width)[None], len(points), 0), np.repeat(self.run[:, None], n, 1)], -1)
        a = np.arange(n) / n * TAU
        groove = np.zeros(n)
        for seam in (0, .62, PI / 2, PI - .62, PI):
            for angle in {seam, TAU - seam}:
                away = np.abs((a - angle + PI) % TAU - PI) * 1.9 * self.width
                groove += _seam(away)
        centre = np.stack([0 * self.run, self.rows[:, 4], points[:, :, 2].mean(1)], -1)[:, None]
        points -= self._unit(points - centre) * (.014 * groove)[None, :, None]
        place(grid_mesh('torso', points, uv, wrap_v=True, material=cloth))
        place(lathe('underside', [(r, 0) for r in (.01, 1)], timber), loc=(0, 0, self.foot + self.rows[0, 0] + .004), scale=(self.rows[0, 1], self.rows[0, 2], 1))
        b, edge = np.linspace(0, TAU, 12, endpoint=False), points[0]
        out = self._unit(edge - [0, 0, self.foot])
        hem = edge[:, None] + (out[:, None] * np.cos(b)[None, :, None] + np.array([0, 0, 1]) * np.sin(b)[None, :, None]) * .038 * self.width ** .5
        place(grid_mesh('hem', hem, wrap_u=True, wrap_v=True, material=gold))
        self._place_cap(timber, gold)
        if not self.foot:
            return
        f, s = self.foot, self.width ** .6
        pole = [(.30 * s, f), (.30 * s, f - .04), (.19 * s, f - .09), (.13 * s, f - .16), (.115 * s, f * .62), (.13 * s, f * .5), (.19 * s, f * .44), (.21 * s, f * .40),
                (.19 * s, f * .36), (.13 * s, f * .31), (.14 * s, .26), (.22 * s, .20), (.40 * s, .17), (1.05 * s, .135), (1.28 * s, .12), (1.34 * s, .08), (1.34 * s, .03), (1.30 * s, 0)]
        place(lathe('stand', pole, timber))
        place(lathe('stand ring', [(.20 * s, f * .425), (.225 * s, f * .415), (.225 * s, f * .385), (.20 * s, f * .375)], gold))

    def _place_cap(self, timber, gold):
        w, lean = self.width, math.atan(.24)
        cap = [(.01, .40), (.06, .395), (.105, .36), (.12, .31), (.10, .26), (.06, .225), (.055, .20), (.10, .17), (.30, .145), (.56, .10), (.70, .055),
               (.755, .02), (.77, -.02), (.765, -.05), (.72, -.06)]
        neck = (0, self.rows[-1, 4], self.top + self.foot + .02)
        place(lathe('neck cap', [(r * .98 * w, z * w) for r, z in cap], timber), loc=neck, rot=(lean, 0, 0))
        place(lathe('neck ring', [(.77 * w, .02 * w), (.785 * w, -.01 * w), (.785 * w, -.06 * w), (.75 * w, -.08 * w)], gold), loc=neck, rot=(lean, 0, 0))


class Strand:
    """Line on a form with its frame at every step."""

    def __init__(self, line, tangent, across, normal, length):
        self.line, self.tangent, self.across, self.normal, self.length = line, tangent, across, normal, length

    def at(self, share):
        """Position and frame (columns: along, across, out) at a share 0..1 of the way round."""
        q = np.asarray(share, float) % 1 * len(self.line)
        k = q.astype(int) % len(self.line)
        t = (q - q.astype(int))[..., None]
        out = [v[k] * (1 - t) + v[(k + 1) % len(self.line)] * t for v in (self.line, self.tangent, self.across, self.normal)]
        return out[0], np.stack(out[1:], -1)

    def loop(self, width, height, softness):
        """A flat loop of these proportions that is as long as the strand."""
        size = self.length / Loop(width, height, softness).length
        return Loop(width * size, height * size, softness)


def coil(radius, straight, rise, shift=(0, 0)):
    """A strand laid down in two turns, `rise` higher at its end: its middle in front, its ends there too, under and over it.

    shift: how far beside the lower turn the upper one lies, so that they cross.
    """
    turns = np.linspace(-2 * PI, 2 * PI, 1600, endpoint=False)
    r, up, to = radius - .05 * turns / TAU, turns / 4 / PI, np.clip(turns / PI, -1, 1) / 2
    line = np.stack([-r * np.sin(turns) + shift[0] * to, -r * np.cos(turns) - straight / 2 * np.clip(2.4 * np.cos(turns), -1, 1) + shift[1] * to, rise * (up + .5)], -1)
    run = np.r_[0, np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))]
    line = np.stack([np.interp(np.linspace(0, run[-1], 900), run, line[:, k]) for k in range(3)], -1)
    tangent = Form._unit(np.gradient(line, axis=0))
    across = Form._unit(np.cross((0, 0, 1), tangent))
    return Strand(line, tangent, across, np.cross(tangent, across), run[-1])


def coiled(build, bars, strand, pendant, shape=None, **where):
    """The garland that `build(loop, bars)` makes, laid along a coil, its pendant moved by `pendant`; returns its group."""
    loop = strand.loop(*(shape or ADULT_LOOP))
    with group('coiled', **where) as root:
        garland = build(loop, bars)
        drape(garland, loop, None, strand)
        for item in garland.children:
            if item.name.startswith('pendant'):
                item.matrix_basis = Matrix.Translation(pendant) @ item.matrix_basis
    return root


def drape(garland, loop, form, strand):
    """Carry what hangs flat in `garland` (built round `loop`) over to the strand; bow away, pendant in one piece.

    Lengths along the loop stay what they were; what lies beside or above the loop's line keeps that distance.
    """
    flat = np.stack([loop.x, loop.y], -1)
    middle = len(flat) // 2

    def carried(points):
        """Flat (n, 3) -> (n, 3) on the form, and for each the turn from the flat frame."""
        out, turns = np.zeros((len(points), 3)), np.zeros((len(points), 3, 3))
        for i, (x, y, z) in enumerate(points):
            part = slice(0, middle + 1) if x >= 0 else slice(middle, len(flat))
            k = part.start + int(np.argmin((flat[part, 0] - x) ** 2 + (flat[part, 1] - y) ** 2))
            spot, along, normal = loop.frame(loop.run[k])
            beside = float(np.dot((x, y) - spot, normal))
            p, frame = strand.at(loop.run[k] / loop.length)
            out[i] = p + frame[:, 1] * beside + frame[:, 2] * z
            turns[i] = frame @ np.array([[along[0], along[1], 0], [normal[0], normal[1], 0], [0, 0, 1]])
        return out, turns

    for item in list(garland.children):
        if item.name.startswith('bow'):
            for part in [*item.children_recursive, item]:
                bpy.data.objects.remove(part)
        elif item.name.startswith('pendant'):
            p, frame = strand.at(.5)
            flip = frame @ np.diag((-1, -1, 1))               # the loop runs from right to left there
            turn = Matrix(flip.tolist()).to_4x4()
            spots = [part.matrix_basis @ part.data.vertices[k].co for part in item.children_recursive if part.type == 'MESH'
                     for k in range(0, len(part.data.vertices), max(1, len(part.data.vertices) // 60))]
            for tilt in np.linspace(0, -.4, 41):              # swings out at its lower end until nothing is inside the form
                item.matrix_basis = Matrix.Translation(Vector(p)) @ turn @ Matrix.Rotation(tilt, 4, 'X') @ Matrix.Translation((0, loop.height, 0))
                if not form or min(form.nearest(item.matrix_basis @ v)[2] for v in spots) > -.012:
                    break
        elif item.data.name.startswith('ribbon'):
            vertices = item.data.vertices
            points = np.zeros(len(vertices) * 3)
            vertices.foreach_get('co', points)
            vertices.foreach_set('co', carried(points.reshape(-1, 3))[0].ravel())
            item.data.update()
        else:
            base = item.matrix_basis.copy()
            p, turn = carried(np.array([base.translation]))
            item.matrix_basis = Matrix.Translation(Vector(p[0])) @ Matrix(turn[0].tolist()).to_4x4() @ Matrix.Translation(-base.translation) @ base


def dressed(build, form, shape, bars, half_width, materials, **where):
    """A form in `materials` (cloth, timber, gold) with the garland that `build(loop, bars)` makes; returns its group."""
    strand = form.strand(half_width)
    loop = strand.loop(*shape)
    with group('worn', **where) as root:
        form.place(*materials)
        drape(build(loop, bars), loop, form, strand)
    return root


def studio_for(roots, fill=.88, centre=(.5, .5), rise=3.9, aim=4.6, aspect=1):
    """Light and camera for dress forms; the camera stands `rise` above the height it aims at."""
    table_top(height=1.2, reach=3.4)
    bpy.context.scene.world.node_tree.nodes['Background'].inputs[1].default_value = .22      # more shade than small products get: a torso is plain and large
    for lamp, share in (('key', 1.3), ('strip', .3), ('rim', .45)):
        bpy.data.objects[lamp].data.energy *= share
    fill_frame(camera((0, -44, aim + rise), (0, 0, aim)), roots, fill, centre, aspect)


def cloth_timber_gold(cloth=LINEN):
    return linen('linen', cloth), wood('stand wood', '#8A5A30', '#5E3A1C', rough=.32), metal('gold')


def child_form():
    """That of a child of about five."""
    return Form(.63, .575, foot=1.7, straight=.45, line=KIDS_LINE)


def pair(adult, kids, bars=(24, 9)):
    """The adult's and the kids garland on two dress forms, true to scale; both are called with (loop, bars per side)."""
    materials = cloth_timber_gold()
    studio_for([dressed(adult, Form(), ADULT_LOOP, bars[0], ADULT_HALF_WIDTH, materials, loc=(-2.0, .5, 0), rot=(0, 0, .10)),
                dressed(kids, child_form(), KIDS_LOOP, bars[1], KIDS_HALF_WIDTH, materials, loc=(2.75, -.9, 0), rot=(0, 0, -.16))])


def couple(left, right, bars=24):
    """Two adult forms turned a little to each other, the left one slighter and on a taller foot, so that both garlands hang level."""
    materials = cloth_timber_gold()
    studio_for([dressed(left, Form(.95, .975, foot=1.27), ADULT_LOOP, bars - 1, ADULT_HALF_WIDTH, materials, loc=(-2.72, 0, 0), rot=(0, 0, .20)),
                dressed(right, Form(), ADULT_LOOP, bars, ADULT_HALF_WIDTH, materials, loc=(2.72, 0, 0), rot=(0, 0, -.16))], .865, (.5, .48))  # clear of the arch of its well


def child(garland, beside, bars=10):
    """The child's form with a small garland, and what `beside(height)` lays on a side table in front of it; the latter is framed."""
    materials = cloth_timber_gold()
    dressed(garland, child_form(), KIDS_LOOP, bars, KIDS_HALF_WIDTH, materials, loc=(-1.25, .3, 0), rot=(0, 0, .12))
    with group('beside', loc=(1.75, -.9, 0)):
        side_table(3.45, 1.32, *materials[1:])
        product = beside(3.45)
    studio_for([product], .32, (.73, .30), rise=5.2, aim=5)


def single(build, bars=24, half_width=ADULT_HALF_WIDTH, cloth=LINEN, aspect=1):
    """One adult form, seen down to the hips: the picture ends above its hem."""
    longer = ((-.9, 2.28, 1.50, 1.42, .00, 2.2),) + ADULT
    studio_for([dressed(build, Form(rows=longer), ADULT_LOOP, bars, half_width, cloth_timber_gold(cloth), rot=(0, 0, .10))], 1.07, (.5, .425), aspect=aspect)


def side_table(height, radius, timber, gold, **where):
    """A small turned table; returns its group, whose zero is the floor."""
    h, r = height, radius
    with group('side table', **where) as root:
        top = [(.01, h), (r * .96, h), (r, h - .05), (r, h - .14), (r * .95, h - .20), (r * .30, h - .26)]
        leg = [(.30, h - .34), (.24, h - .46), (.17, h - .62), (.14, h * .66), (.17, h * .50), (.27, h * .43), (.30, h * .38), (.26, h * .33), (.16, h * .27), (.15, h * .20)]
        foot = [(.22, .34), (.42, .26), (r * .62, .17), (r * .68, .12), (r * .68, .03), (r * .66, 0)]
        place(lathe('table', top + leg + foot, timber))
        place(lathe('table ring', [(r + .012, h - .06), (r + .03, h - .08), (r + .03, h - .12), (r + .012, h - .14)], gold))
    return root


def on_table(product, beside, height=3.9, radius=2.35, fill=.67, centre=(.5, .565), rise=8.6):
    """What `product` makes on a side table of this height, with what `beside(height)` lays out around it; only the product is framed."""
    materials = cloth_timber_gold()
    side_table(height, radius, *materials[1:])
    root = product(height)
    beside(height)
    table_top(height=1.5, reach=3.4)
    fill_frame(camera((0, -44, height + rise), (0, 0, height + 1.6)), [root], fill, centre)
