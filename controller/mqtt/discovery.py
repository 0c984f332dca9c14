"""Home Assistant's discovery message, so that it shows a table by itself.

Source: https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload
"""

from __future__ import annotations

from typing import Any

import msgspec

from controller.mqtt.messages import OFFLINE, ONLINE, Topics
from controller.release import RELEASE
from controller.settings.settings import MqttSettings


class DiscoveredDevice(msgspec.Struct, frozen=True):
    """Whose device a discovery message describes."""

    availability_topic: str


def discovery(settings: MqttSettings, topics: Topics) -> tuple[str, dict[str, Any]]:
    """The topic and the payload of a table's discovery."""
    node = f"tablier_{settings.name}"

    def sensor(name: str, topic: str, template: str, icon: str, **more: Any) -> dict[str, Any]:
        return {
            "platform": "sensor",
            "name": name,
            "unique_id": f"{node}_{name.lower().replace(' ', '_')}",
            "state_topic": topic,
            "value_template": template,
            "icon": icon,
            **more,
        }

    parts = {
        "game": sensor("Game", topics.game, "{{ value_json.title }}", "mdi:checkerboard"),
        "turn": sensor("Turn", topics.game, "{{ value_json.heading[:250] }}", "mdi:account-arrow-right"),
        "last": sensor("Last action", topics.game, "{{ value_json.last[:250] }}", "mdi:history"),
        "temperature": sensor(
            "Processor temperature",
            topics.health,
            "{{ value_json.health.temperature_c }}",
            "mdi:thermometer",
            device_class="temperature",
            unit_of_measurement="°C",
            entity_category="diagnostic",
        ),
        "problem": {
            "platform": "binary_sensor",
            "name": "Problem",
            "unique_id": f"{node}_problem",
            "state_topic": topics.health,
            "value_template": "{{ 'OFF' if value_json.is_well else 'ON' }}",
            "device_class": "problem",
            "entity_category": "diagnostic",
        },
    }
    payload = {
        "device": {
            "identifiers": [node],
            "name": f"Tablier {settings.name}",
            "manufacturer": "Tablier",
            "model": "Game table",
            "sw_version": RELEASE,
        },
        "origin": {"name": "tablier", "sw_version": RELEASE},
        "components": parts,
        "availability_topic": topics.online,
        "payload_available": ONLINE,
        "payload_not_available": OFFLINE,
        "qos": 1,
    }
    return discovery_topic(settings, settings.name), payload


def discovery_topic(settings: MqttSettings, name: str) -> str:
    """The topic of the description of a table with this name."""
    return f"{settings.discovery}/device/tablier_{name}/config"
