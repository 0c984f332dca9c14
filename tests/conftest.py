"""How long Hypothesis searches: `HYPOTHESIS_PROFILE` names one of its profiles, or `deep`."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("deep", max_examples=int(os.environ.get("FUZZ_EXAMPLES", "2000")), deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))
