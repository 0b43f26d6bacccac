"""All results of the calculations for many inputs, as text to be read and signed.

`python -m tests.helpers.signed_calculations` writes them anew to
`tests/golden/data/calculations.txt`.
"""

from pathlib import Path

from designer.engine.calc import CALCULATIONS, CalcError, calculate
from tests.helpers.engine_designs import small_catalog

FILE = Path(__file__).parents[1] / "golden" / "data" / "calculations.txt"

ASKED = """
cable from_u=10 to_u=30
cable from_u=10 to_u=30 racks_apart=8
cable from_u=10 to_u=30 racks_apart=8 across_mm=2400 slack_pct=5 loop_m=0
cable from_u=60 to_u=40 racks_apart=1
media rate_gbps=400 length_m=2
media rate_gbps=400 length_m=45
media rate_gbps=1 length_m=120
feed
feed volts=230 amps=16 phases=1 derate=1 power_factor=1
feed volts=208 amps=60 power_factor=0.9
feed phases=2
psu
psu feeds=2+2+2 load_kw=13.1
psu feeds=2+2+2 lost_feeds=2
psu feeds=1+2+3 lost_feeds=1
psu feeds=1+2+3 lost_feeds=2
psu feeds=3+3 lost_feeds=3
psu feeds=3+3 lost_feeds=0
psu feeds=3+3 load_kw=9.9 efficiency=1
psu feeds=3+3 load_kw=9.91 efficiency=1
psu feeds=3+3 redundancy=3+3
psu feeds=3+3 redundancy=4+2
psu feeds=3+3 redundancy=4+1
psu feeds=3+3 redundancy=4-2
psu feeds=3+3 redundancy=a+2
psu feeds=3+3 redundancy=4+b
psu count=4 feeds=3+3
phases branch_a=10,10,10
phases branch_a=10,0,0
phases branch_a=1,2,3
phases branch_a=3,1,2 volts=400 power_factor=0.9
phases line_a=4.6,4.6,6.3
phases line_a=10,10,10 volts=415
phases line_a=0,0,0
phases line_a=3,5,7
phases line_a=100,1,1
phases connection=wye branch_a=20,16,10
phases connection=wye line_a=20,16,10 volts=415 power_factor=0.95
phases connection=wye branch_a=10,0,0 volts=400
phases connection=wye branch_a=0,10,4 volts=400
phases connection=wye branch_a=3,8,0 volts=400
phases connection=wye branch_a=0,0,0
phases connection=wye branch_a=7,7,7
phases connection=star branch_a=7,7,7
phases branch_a=1,2,3 line_a=1,2,3
ocpd continuous_a=24
ocpd continuous_a=24 noncontinuous_a=7
ocpd continuous_a=24 code=nec-100
ocpd continuous_a=24 code=iec
ocpd continuous_a=4801
ocpd continuous_a=130 code=iec
ocpd continuous_a=130 code=iec sizes_a=160,200,250
branch load_kw=33 volts=400 efficiency=0.975 power_factor=0.99 amps=60
branch load_kw=33 volts=415 efficiency=0.975 power_factor=0.99 amps=60 peak_factor=1.45
branch load_kw=3 volts=230 phases=1 amps=16 derate=1 ambient_factor=0.9
branch load_kw=120 volts=54 phases=dc
dc load_kw=600 volts=54,800 milliohm=0.05
dc load_kw=120
swing load_kw=132
swing load_kw=132 idle_kw=20 peak_factor=1.45
swing load_kw=132 idle_kw=140
swing load_kw=132 idle_kw=20 peak_factor=1.1 floor=0.9
inrush supplies=2 inrush_a=55 acts_from=5 acts_to=10
inrush supplies=1 inrush_a=55 acts_from=3 acts_to=5
inrush supplies=4 breaker_a=20 inrush_a=55 acts_from=6 acts_to=5
branch amps=32
branch
chain
chain load_kw=500 efficiencies=0.96
chain efficiencies=0.9,0.95 best=0.92,0.97
chain efficiencies=0.9 best=0.8
ups load_kw=80 module_kw=20
ups load_kw=80 module_kw=20 redundancy=N
ups load_kw=80 module_kw=20 redundancy=2n
ups load_kw=81 module_kw=20 redundancy=N+2
ups load_kw=80 module_kw=20 load_factor=0.8
ups load_kw=0 module_kw=20
ups load_kw=0 module_kw=20 redundancy=N
ups load_kw=80 module_kw=20 redundancy=N+
ups load_kw=80 module_kw=20 redundancy=3N
generator load_kw=1000
generator load_kw=1000 load_factor=0.8 hours=12
generator load_kw=1000 litres_per_kwh=0.25
battery load_kw=1000
battery load_kw=500 minutes=15 efficiency=0.9 depth=0.5
airflow kw=1
airflow kw=40.8 delta_t_k=16 altitude_m=1800
coolant kw=1
coolant kw=132 delta_t_k=8 fluid=water
temperature ambient_c=12 approaches=5
temperature ambient_c=12.1 approaches=5
temperature ambient_c=22 approaches=5
temperature ambient_c=20 approaches=5,4
temperature ambient_c=27 approaches=0
temperature ambient_c=32 approaches=0
temperature ambient_c=28 approaches=12
temperature ambient_c=40.1 approaches=0
temperature ambient_c=40 approaches=5
temperature ambient_c=41 approaches=5
cdu liquid_kw=1263.2 unit_kw=1300
cdu liquid_kw=1263.2 unit_kw=1300 unit_lpm=1800
cdu liquid_kw=1263.2 unit_kw=1300 unit_lpm=1800 redundancy=N
cdu liquid_kw=1300 unit_kw=1300 redundancy=2N
cdu liquid_kw=0 unit_kw=1300
facility it_kw=1000
facility it_kw=1000 pue=1.2 utilisation=0.5
facility it_kw=800 pue=1.1 hours=24
energy devices=1024 device_w=1000 overhead=1.3
energy devices=128 device_w=10200 overhead=1 pue=1.2 utilisation=0.7 years=5 usd_per_kwh=0.08
energy devices=1024 device_w=1000
floor mass_kg=1360
floor mass_kg=1500 width_mm=800 depth_mm=1200
floor mass_kg=1500 width_mm=800 depth_mm=1200 front_mm=900 rear_mm=600
tray cables=890 diameter_mm=4.70408 width_mm=304.8
tray cables=900 diameter_mm=4.70408 width_mm=304.8 kg_per_m=0.05
tray cables=0 diameter_mm=5 fill_pct=25
latency
latency tiers=3 switch=qm9700 cable_m=100
latency switch=sn5600 endpoint_ns=1500
all-reduce parameters_b=70 ranks=8 switch=qm9700
all-reduce model=llama-3-70b ranks=128 tensor=8 fabric_ratio=0.5
all-reduce ranks=8
topology kind=torus sizes=16x16
topology kind=fat-tree sizes=8
topology kind=dragonfly sizes=8x8 hosts=8 global_links=8
routing kind=fat-tree sizes=16
routing kind=torus sizes=4x4 hosts=4
topology kind=hyperx nodes=256 radix=36
topology kind=rail-only sizes=32x8
topology kind=torus sizes=4x4 hosts=40 radix=36
topology kind=torus
fabric nodes=3000 rails=8 radix=64 rate_gbps=400 max_tiers=2
fabric nodes=128 rails=8 radix=64 rate_gbps=400 topology=rail-only
fabric nodes=32 rails=8 switch=qm9700
fabric nodes=31 rails=8 switch=qm9700 su_nodes=32 reserved_slots=1
fabric nodes=128 radix=36 rate_gbps=40
fabric nodes=128 radix=36 rate_gbps=40 expandable=no
fabric nodes=64 radix=16 rate_gbps=100 oversubscription=3
fabric nodes=40 switch=qm9700 spine_radix=32
fabric nodes=40 switch=qm9700 spine_switch=qm9700
fabric nodes=100 switch=qm9700 rate_gbps=200
fabric nodes=100 switch=qm9700 rate_gbps=400 breakout=1
fabric nodes=144 rails=4 switch=qm9700 leaf_policy=rail-per-rack racks=8
fabric nodes=64 rails=8 radix=64 rate_gbps=400 breakout=2 planes=2 su_nodes=64
fabric nodes=9 radix=8 rate_gbps=100
fabric nodes=7 radix=8 rate_gbps=100
fabric nodes=5 rails=2 radix=8 rate_gbps=100
fabric nodes=40 rails=2 radix=8 rate_gbps=100 leaf_policy=pooled
fabric nodes=300 radix=8 rate_gbps=100
fabric nodes=60 radix=8 rate_gbps=100 max_tiers=2
fabric nodes=64 radix=8 rate_gbps=100
fabric nodes=4 switch=dgx-h100
fabric nodes=4 switch=nobody
fabric nodes=4 radix=8
dew-point dry_bulb_c=24 rh_pct=60
dew-point dry_bulb_c=24 rh_pct=60 water_c=18
dew-point dry_bulb_c=24 rh_pct=3
dew-point dew_point_c=15 margin_k=3 water_c=18
dew-point rh_pct=3
derate
derate air_class=A3 altitude_m=2000
derate air_class=A1 altitude_m=1800 inlet_c=29.1
derate air_class=A1 altitude_m=3050
derate air_class=A1 altitude_m=3500
derate air_class=H1 altitude_m=2400 inlet_c=20
derate air_class=H1 altitude_m=2400 inlet_c=20 metres_per_k=500
door load_kw=40 rated_kw=55
door load_kw=55 rated_kw=55 rated_air_c=41 delta_t_k=17 water_c=30
door load_kw=55 rated_kw=55 rated_air_c=41 delta_t_k=17 water_c=45 flow_lpm=80
door load_kw=75 rated_kw=75 rated_water_c=30 water_c=30 delta_t_k=25 flow_lpm=87 dew_point_c=15
door load_kw=75 rated_kw=75 rated_water_c=50
rolling devices_kg=521.8 pdus_kg=45 cables_kg=20
rolling devices_kg=1360 rack_kg=0 coolant_kg=40 dynamic_kg=1380 static_kg=1400
rolling devices_kg=100 dynamic_kg=1020 casters=6
pue it_kw=800 ups_kw=40 distribution_kw=12 cooling_kw=256
pue it_kw=800 ups_kw=40 distribution_kw=12 cooling_kw=256 other_kw=8 load=0.4
pue it_kw=800 ups_kw=40 distribution_kw=12 cooling_kw=256 load=0.4 fixed=0.5
pue it_kw=800 ups_kw=40 load=0.4 fixed=0.3 exponent=2
pue it_kw=800
pue it_kw=0
wue
wue it_kw=10000 wue=3
wue cycles=5 water_c=25 heat=1.2 evaporated=0.8 grid_l_per_kwh=4.52 pue=1.3
availability
availability availability_pct=99.741
availability cooler_failures=57.1 nodes_needed=120
availability cooler_failures=20,57.1,100 cooler_repair_h=10,24,72 cdu_pumps=2 cdu_failures=10
availability sets=0 sets_needed=0 coolers=0 coolers_needed=0
availability nodes=100 group_nodes=48 nodes_needed=96 correlation=0 coolers_needed=0
availability sets=1
carbon gpus=8
carbon kwh=1000000 zone=us gpus=1024
carbon kwh=1000 grid_g_per_kwh=350 embodied_kg=4000 years=2 life_years=5 market_g_per_kwh=20
carbon kwh=1000 grid_g_per_kwh=350,384 embodied_kg=1312,4601
carbon gpus=2 mass_kg=2.2 vram_gb=24 vram_dies=12 zone=se idle_w=46 full_w=407 pue=1.2
carbon grid_lb_per_mwh=823.1
carbon kwh=100
noise level_db=96
noise level_db=84 number=2
noise level_db=115
noise level_db=130
ride-through load_kw=100 air_m3=500
ride-through load_kw=1000 liquid_m3=2 fluid=pg25 rise_k=5 air_m3=100
buy-or-rent gpus=1024 capex=50e6 opex_per_year=5e6 cloud_per_gpu_hour=2.5
buy-or-rent gpus=8 capex=4e5 opex_per_year=8e4 cloud_per_gpu_hour=2 years=2.5 residual=0.25
buy-or-rent gpus=8 capex=400000 opex_per_year=80000 cloud_per_gpu_hour=1 utilisation=0
tco capex=1000 it_kw=1 usd_per_kwh=0.1 rate=0 gpus=1
tco capex=200e6 it_kw=15000 years=15 usd_per_kwh=0.07 opex_per_year=1e6
capital nodes=2 node_usd=1 switches=0 switch_usd=1 cables_per_node_usd=1
building it_mw=2 premium=0.07
building it_mw=2 usd_per_mw=0 rack_usd=1
building it_mw=1 usd_per_mw=35e6 rack_usd=5.9e6
licences gpus=8 years=5
memory model=llama-3-1-405b tp=8 pp=16 dp=64 seq=8192 global_batch=2048
memory model=llama-3-70b tp=4 pp=4 dp=2 interleave=5 micro_batch=2 recompute=full
memory model=deepseek-v3 pp=16 dp=128 ep=64 seq=4096 sharding=zero-1
memory model=gpt-3-175b tp=8 pp=8 seq=2048 flash=no dropout=yes recompute=selective
memory model=llama-3-8b dp=8 sharding=zero-3 reserve=0
memory layers=12 hidden=768 heads=12 ffn=3072 vocab=50257 gated=no seq=1024
memory model=resnet-50
training model=llama-3-70b tp=8 pp=4 gpus=256 seq=8192 global_batch=256 nic_gbps=400
inference model=llama-3-70b
kv model=llama-3-70b tokens=131072
kv model=deepseek-v3 tokens=131072 tp=8 dtype=fp8 sequences=4
kv model=gpt-oss-120b tokens=131072 tp=16
checkpoint model=llama-3-1-405b interval_s=474 window_s=10 read_gb_s=2000
checkpoint parameters_b=70 bytes_per_param=12
goodput gpus=16384
storage dataset_tb=200 gpus=1024 read_gb_s=180 write_gb_s=130
storage model=llama-3-1-405b gpus=16384 interval_s=474
states model=llama-3-70b recipe=pure-bf16 sharding=zero-3 ranks=8 activations_gb=30 memory_gb=80
states parameters_b=7 offload=optimizer
states parameters_b=7 memory_gb=80 activations_gb=80
states recipe=fp32
compute model=llama-3-1-405b tokens=15.6e12 tflops=989.4 gpus=16384 days_asked=60
compute model=deepseek-v3 tokens=14.8e12 tflops=989.4 gpus=2048
compute flop=1e21 tflops=989.4 mfu=0.4 gpus=64
compute parameters_b=7 tflops=312
fit model=llama-3-70b memory_gb=80
fit model=llama-3-70b memory_gb=80 reserve_gb=4
fit model=llama-3-70b weights=int4 memory_gb=141 host_gb=480 reserve_gb=4
fit model=llama-3-8b adapters=16 memory_gb=80 tokens=8192 sequences=4 reserve_gb=4
fit parameters_b=1000 memory_gb=80 reserve_gb=4
fit
scaling model=llama-3-8b gpus=16 global_batch=64
serving model=llama-3-70b gpu=h100-sxm dtype=fp8 requests_per_s=20 token_ms=30
batching model=llama-3-8b gpu=h100-sxm
api isl=1000 osl=500 tokens_per_minute=1e6 requests_per_minute=10000 requests_per_s=20 request_s=10
api isl=1000 osl=500 context_tokens=1000 usd_per_million_input=1 usd_per_million_output=5
api concurrent=10
scale-to-zero requests_per_hour=4 size_gb=141 read_gb_s=2 usd_per_gpu_hour=3
scale-to-zero requests_per_hour=4
speculation acceptance=0.8 guesses=5 draft_cost=0.05 tpot_ms=30
disaggregation input_tokens_s=7e6 output_tokens_s=2e6 prefill_tokens_s=73700 decode_tokens_s=14800
mig gpu=a100-sxm-40gb model=llama-3-8b
power-cap watts=550 gpus=1000
goodput gpus=1024 mtbf_gpu_hours=8090 save_s=60 restart_s=900 interval_s=3600
""".strip().splitlines()


def told() -> str:
    """Return every question with all that comes out of it."""
    return "\n".join(line for asked in ASKED for line in _one(asked)) + "\n"


def _one(asked: str) -> list[str]:
    subject, *words = asked.split()
    try:
        found = calculate(subject, dict(word.split("=") for word in words), small_catalog())
    except CalcError as error:
        return [asked, f"  refused: {error}"]
    units = dict(CALCULATIONS[subject].results)
    said = [
        f"{name} {_plain(value)} {units[name]}".strip() + _bounds(found.bounds.get(name))
        for name, value in found.results.items()
    ]
    inputs = [f"{name} {_plain(value)}" for name, value in found.inputs.items()]
    lines = [asked, f"  {', '.join(said)}", f"  from {', '.join(inputs)}"]
    return lines + ([f"  {found.note}"] if found.note else [])


def _bounds(bounds: tuple[float, float | None] | None) -> str:
    return f" ({_plain(bounds[0])} to {_plain(bounds[1])})" if bounds else ""


def _plain(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.7g}"
    if isinstance(value, dict):
        return "; ".join(f"{name} {_plain(one)}" for name, one in value.items())
    if isinstance(value, tuple):
        return "+".join(_plain(one) for one in value)
    return str(value)


def main() -> None:
    """Write the answers anew."""
    FILE.write_text(told(), encoding="utf-8")


if __name__ == "__main__":
    main()
